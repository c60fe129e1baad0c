import { afterEach, expect, it } from 'vitest'
import { getSettings } from '@/lib/site-settings/server/queries'
import { throwAwayDatabase } from '@/tests/support/unit-database'

const { database } = throwAwayDatabase()

afterEach(async () => {
  await database().siteSettings.deleteMany()
})

const texts = { ownerName: 'Ada', titleLine: '', bio: '', contactNote: '' }

it('shows competencies as they were stored, also what could not be stored today', async () => {
  const competencies = [
    { title: '\u200B', items: ['React\u202E', '\u0301'] },
    { title: 'x'.repeat(61), items: [] },
  ]
  await database().siteSettings.create({ data: { ...texts, competencies } })
  expect((await getSettings()).competencies).toEqual(competencies)
})

it.each([null, 'text', [{ title: 1, items: [] }]])('shows no competencies where %j is stored', async (stored) => {
  await database().siteSettings.create({ data: { ...texts, competencies: stored ?? 0 } })
  expect((await getSettings()).competencies).toEqual([])
})
