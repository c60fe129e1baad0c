import { beforeEach, expect, it } from 'vitest'
import type { Admin } from '@/lib/access/actor'
import { NO_FACTS } from '@/lib/content/post-facts'
import { trashContent } from '@/lib/content-kind/server/mutations'
import { getFirstSteps, isUnnamed } from '@/lib/first-steps/server/queries'
import { STEPS, type Step } from '@/lib/first-steps/steps'
import { updateNote } from '@/lib/note/server/mutations'
import { setUpSite } from '@/lib/ops/owner-set-up'
import { createPost, updatePost, WRITABLE_POSTS } from '@/lib/post/server/mutations'
import { updateSettings } from '@/lib/site-settings/server/mutations'
import { updateProfile } from '@/lib/user/server/mutations'
import { throwAwayDatabase } from '@/tests/support/unit-database'

const { database } = throwAwayDatabase()
let admin: Admin

beforeEach(async () => {
  await database().siteSettings.deleteMany()
  await database().user.deleteMany()
  await database().post.deleteMany()
  await database().note.deleteMany()
  const owner = await setUpSite({ ADMIN_EMAIL: 'ada@ada.example', ADMIN_PASSWORD: 'a password only for tests' })
  const userId = owner?.userId ?? ''
  const { id: sessionId } = await database().session.create({
    data: { tokenHash: crypto.randomUUID(), userId, expiresAt: new Date(Date.now() + 60_000) },
  })
  admin = { userId, sessionId, name: 'Ada', isAdmin: true, signedInAt: new Date() } as never
})

async function done(): Promise<Step[]> {
  const { isDone } = await getFirstSteps(admin)
  return STEPS.filter((step) => isDone[step])
}

async function makeExamples() {
  const text = { title: 'Example', description: 'Text', isSample: true }
  const make = () => Promise.all([database().post.create({ data: text }), database().note.create({ data: text })])
  const [[post, note], [otherPost, otherNote]] = [await make(), await make()]
  return { post, note, otherPost, otherNote }
}

it('a site that was just set up has no name yet, and its steps are done by what they are about', async () => {
  expect(await done()).toEqual(['sample'])
  expect(await isUnnamed(admin)).toBe(true)
  await updateSettings(admin, { titleLine: 'Analyst', bio: 'I write notes.' })
  expect([await isUnnamed(admin), await done()]).toEqual([true, ['sample']])
  await updateSettings(admin, { ownerName: 'Ada Lovelace' })
  expect([await isUnnamed(admin), await done()]).toEqual([false, ['name', 'sample']])

  expect((await getFirstSteps(admin)).sampleTexts).toEqual(['contactNote', 'competencies', 'blogSubtitle', 'colophon'])
  await updateSettings(admin, { competencies: [] })
  expect((await getFirstSteps(admin)).sampleTexts).toEqual(['contactNote', 'blogSubtitle', 'colophon'])

  await updateSettings(admin, { codeUrl: '', networkUrl: '', contactEmail: '', contactNote: '' })
  const { id: avatarId } = await database().media.create({
    data: { key: 'a', url: '/a', store: 'disk', contentType: 'image/png', bytes: 1, width: 1, height: 1 },
  })
  await updateSettings(admin, { avatarId })
  await createPost(
    admin,
    { title: 'Mine', description: 'Text', repo: '', link: '', tech: '', ...NO_FACTS, alt: '' },
    undefined,
  )
  expect(await done()).toEqual(['name', 'face', 'links', 'project', 'sample'])
})

it('what is saved as it was counts as said, and is no change of the settings', async () => {
  const before = await database().siteSettings.findUniqueOrThrow({ where: { id: 1 } })
  const { version } = await updateSettings(admin, { signUpOpen: before.signUpOpen })
  expect(version).toBe(before.version)
  expect(await done()).toContain('registration')
  // A save that was refused says nothing.
  await expect(updateSettings(admin, { titleLine: 'Analyst', version: 99 })).rejects.toThrow(/in the meantime/)
  const after = await database().siteSettings.findUniqueOrThrow({ where: { id: 1 } })
  expect(after.untouched).toEqual(before.untouched.filter((name) => name !== 'signUpOpen'))
})

it('an example is one until somebody writes in it, and again once it is taken out of the trash', async () => {
  const { post, note, otherPost, otherNote } = await makeExamples()
  expect(await done()).toEqual([])
  await updatePost(admin, post.id, { title: post.title, isPinned: true }, undefined)
  expect((await getFirstSteps(admin)).sample.posts).toHaveLength(2)
  await updatePost(admin, post.id, { title: 'Mine' }, undefined)
  await updateNote(admin, note.id, { title: 'Mine' })
  expect((await getFirstSteps(admin)).sample).toEqual({ posts: [otherPost.id], notes: [otherNote.id] })
  expect(await done()).toEqual(['project'])
  await trashContent(WRITABLE_POSTS, admin, { ids: [otherPost.id], action: 'trash' })
  expect((await getFirstSteps(admin)).sample.posts).toEqual([])
  await trashContent(WRITABLE_POSTS, admin, { ids: [otherPost.id], action: 'restore' })
  expect((await getFirstSteps(admin)).sample.posts).toEqual([otherPost.id])
})

it('an owner who changes their name in the profile has said whose site it is', async () => {
  await updateProfile(admin, admin.userId, { about: '<p>Hello.</p>' })
  expect(await isUnnamed(admin)).toBe(true)
  await updateProfile(admin, admin.userId, { name: 'Ada Lovelace' })
  expect([await isUnnamed(admin), await done()]).toEqual([false, ['sample']])
  await updateSettings(admin, { titleLine: 'Analyst', bio: 'I write notes.' })
  expect(await done()).toEqual(['name', 'sample'])
})

it('a site that was there before has a name', async () => {
  await database().siteSettings.update({ where: { id: 1 }, data: { untouched: [] } })
  expect(await isUnnamed(admin)).toBe(false)
})
