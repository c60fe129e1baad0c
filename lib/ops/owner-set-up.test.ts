import { expect, it } from 'vitest'
import { type Sample, setUpSite } from '@/lib/ops/owner-set-up'
import { DEMO_SITE } from '@/prisma/seed/demo'
import { throwAwayDatabase } from '@/tests/support/unit-database'

const { database } = throwAwayDatabase()
const owner = { ADMIN_EMAIL: 'ada@ada.example', ADMIN_PASSWORD: 'a password only for tests' }

/** The sample's texts, without its pictures, which take seconds to draw. */
function sample() {
  const requested: boolean[] = []
  const prepareSample: Sample['prepareSample'] = async (hasPerson) => {
    requested.push(hasPerson)
    return { fillSite: async () => {}, discardSample: async () => {} }
  }
  return { requested, texts: DEMO_SITE.texts, prepareSample }
}

async function setUp(...args: Parameters<typeof setUpSite>) {
  await database().siteSettings.deleteMany()
  await database().user.deleteMany()
  const made = await setUpSite(...args)
  const user = await database().user.findUniqueOrThrow({ where: { id: made?.userId ?? '' } })
  return { user, settings: await database().siteSettings.findUniqueOrThrow({ where: { id: 1 } }) }
}

it('a site of nobody yet says so', async () => {
  const { settings } = await setUp(owner)
  expect(settings.ownerName).toBe('Unnamed site')
  expect(settings.bio).toMatch(/has not written anything here yet/)
  expect(settings.colophon).toMatch(/^A colophon is/)
  expect([settings.codeUrl, settings.networkUrl, settings.contactEmail], 'links to nobody').toEqual(['', '', ''])
})

it('a sample without an owner of another name is of its invented person', async () => {
  const given = sample()
  const { user, settings } = await setUp(owner, given)
  expect([user.name, settings.ownerName, settings.bio]).toEqual(['Mira Halden', 'Mira Halden', given.texts.bio])
  expect(given.requested).toEqual([true])
})

it('an owner with a name gets nothing of the sample’s invented person', async () => {
  const given = sample()
  const { user, settings } = await setUp({ ...owner, ADMIN_NAME: 'Ada Lovelace' }, given)
  expect([user.name, user.username, settings.ownerName]).toEqual(['Ada Lovelace', 'owner', 'Ada Lovelace'])
  const message = JSON.stringify([user, settings])
  expect([settings.codeUrl, settings.networkUrl, settings.contactEmail], 'links to nobody').toEqual(['', '', ''])
  const { name, username, bio, contactNote, contactEmail, codeUrl, networkUrl } = given.texts
  for (const ofPerson of [name, username, bio, contactNote, contactEmail, codeUrl, networkUrl]) {
    expect(message).not.toContain(ofPerson)
  }
  expect(given.requested).toEqual([false])
})
