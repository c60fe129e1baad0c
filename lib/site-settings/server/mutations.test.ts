import { beforeEach, expect, it } from 'vitest'
import type { Admin } from '@/lib/access/actor'
import { updateSettings } from '@/lib/site-settings/server/mutations'
import { updateProfile } from '@/lib/user/server/mutations'
import { throwAwayDatabase } from '@/tests/support/unit-database'

const { database } = throwAwayDatabase()
let owner: Admin

beforeEach(async () => {
  await database().siteSettings.deleteMany()
  await database().user.deleteMany()
  const user = await make('Ada')
  const session = await database().session.create({
    data: { tokenHash: 'x', userId: user.id, expiresAt: new Date(Date.now() + 60_000) },
  })
  owner = { userId: user.id, sessionId: session.id, name: 'Ada', isAdmin: true, signedInAt: new Date() } as never
  const texts = { ownerName: 'Ada', titleLine: '', bio: '', contactNote: '', competencies: [] }
  await database().siteSettings.create({ data: { id: 1, ...texts, ownerId: user.id } })
})

const make = (name: string) =>
  database().user.create({
    data: { name, username: name, email: `${name}@example.org`, passwordHash: '', isAdmin: true },
  })

async function names() {
  const { ownerName } = await database().siteSettings.findUniqueOrThrow({ where: { id: 1 } })
  const { name } = await database().user.findUniqueOrThrow({ where: { id: owner.userId } })
  return [ownerName, name]
}

it('the site’s owner has one name, wherever it is changed', async () => {
  await updateSettings(owner, { ownerName: 'Ada King' })
  expect(await names()).toEqual(['Ada King', 'Ada King'])
  await updateProfile(owner, owner.userId, { name: 'Ada Lovelace' })
  expect(await names()).toEqual(['Ada Lovelace', 'Ada Lovelace'])

  const other = await make('Charles')
  await updateProfile(owner, other.id, { name: 'Charles Babbage' })
  expect(await names()).toEqual(['Ada Lovelace', 'Ada Lovelace'])
})

it('an avatar goes with the next one, unless a text shows it', async () => {
  const picture = (key: string) => {
    const file = { key, url: `/media/${key}`, store: 'disk', contentType: 'image/png' }
    return database().media.create({ data: { ...file, bytes: 1, width: 1, height: 1 } })
  }
  const shown = await picture(`0123456789ab-${'a'.repeat(32)}.png`)
  const alone = await picture(`0123456789ab-${'b'.repeat(32)}.png`)
  const description = `<p><img src="${shown.url}" alt=""></p>`
  await database().note.create({ data: { title: 'A', description, rendered: description } })
  for (const avatarId of [shown.id, alone.id, null]) await updateSettings(owner, { avatarId })
  expect((await database().media.findMany()).map(({ id }) => id)).toEqual([shown.id])
})

it('both may be saved at the same moment', async () => {
  const saves = Array.from({ length: 6 }, (_, n) => [
    updateSettings(owner, { ownerName: `Settings ${n}` }),
    updateProfile(owner, owner.userId, { name: `Profile ${n}` }),
  ])
  await Promise.all(saves.flat())
  const [ownerName, name] = await names()
  expect(ownerName).toBe(name)
})
