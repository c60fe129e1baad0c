import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { OPERATOR } from '@/lib/access/system-actors'
import { createNote } from '@/lib/note/server/mutations'
import { previewNotePage } from '@/lib/note/server/queries'
import { createPreviewLink } from '@/lib/preview/server/mutations'
import { listPreviewLinks, openPreviewLink } from '@/lib/preview/server/queries'
import { throwAwayDatabase } from '@/tests/support/unit-database'

const DAY_MS = 24 * 60 * 60 * 1_000

let secret: string
vi.mock('@/lib/platform/server/env', () => ({
  env: () => ({ SITE_URL: 'https://ada.example', AUTH_SECRET: secret }),
}))

const { database } = throwAwayDatabase()

beforeEach(() => {
  secret = 'one secret of a site, long enough'
})
afterEach(() => vi.useRealTimers())

const text = (title: string) => ({ title, about: '', description: '<p>Same text</p>' })

async function draftWithLink() {
  const { _id: id } = await createNote(OPERATOR, { ...text('Draft'), status: 'draft' })
  const link = await createPreviewLink(OPERATOR, { kind: 'note', id, days: 7 })
  return { id, link, token: link.url.slice('https://ada.example/preview/'.length) }
}

it('opens by its address alone, and by none that another secret signed', async () => {
  const { id, link, token } = await draftWithLink()
  expect(token).toMatch(new RegExp(`^${link._id}-[\\w-]{43}$`))
  expect(await openPreviewLink(token)).toEqual({ kind: 'note', id })
  expect(await openPreviewLink(link._id)).toBeNull()
  secret = 'another secret of a site, long enough'
  expect(await openPreviewLink(token)).toBeNull()
})

it('expires by the clock of the database, whatever the site takes the time to be', async () => {
  const { id, link, token } = await draftWithLink()
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 30 * DAY_MS })
  expect(await openPreviewLink(token)).not.toBeNull()
  await database().previewLink.update({ where: { id: link._id }, data: { expiresAt: new Date(0) } })
  expect(await openPreviewLink(token)).toBeNull()
  expect(await listPreviewLinks(OPERATOR, { kind: 'note', id })).toEqual([])
})

it('shows the page as it will be: its date, and its neighbours among what is public', async () => {
  const { _id: older } = await createNote(OPERATOR, text('Public'))
  const { token } = await draftWithLink()
  const pass = await openPreviewLink(token)
  if (pass?.kind !== 'note') throw new Error('The link leads to no note.')
  const found = await previewNotePage(pass)
  expect(found).toMatchObject({ isPublic: false, shown: { previous: { _id: older }, next: null } })
  expect(Math.abs(Date.parse(found?.shown.note.createdAt ?? '') - Date.now())).toBeLessThan(60_000)
})
