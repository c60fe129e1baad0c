import { beforeEach, expect, it } from 'vitest'
import type { Admin } from '@/lib/access/actor'
import { NO_FACTS } from '@/lib/content/post-facts'
import { trashContent } from '@/lib/content-kind/server/mutations'
import { updateCv } from '@/lib/cv/server/mutations'
import { SAMPLE_SITE } from '@/lib/first-steps/samples'
import { getFirstSteps, hasSampleOwner } from '@/lib/first-steps/server/queries'
import { STEPS, type Step } from '@/lib/first-steps/steps'
import { updateNote } from '@/lib/note/server/mutations'
import { setUpSite } from '@/lib/ops/owner-set-up'
import { createPost, updatePost, WRITABLE_POSTS } from '@/lib/post/server/mutations'
import { updateSettings } from '@/lib/site-settings/server/mutations'
import { getSettings } from '@/lib/site-settings/server/queries'
import { updateProfile } from '@/lib/user/server/mutations'
import { DEMO_CV, DEMO_PROFILE } from '@/prisma/seed/profile'
import { throwAwayDatabase } from '@/tests/support/unit-database'

const { database } = throwAwayDatabase()
let admin: Admin

const CREDENTIALS = { ADMIN_EMAIL: 'ada@ada.example', ADMIN_PASSWORD: 'a password only for tests' }

async function signIn(userId = '') {
  const { id: sessionId } = await database().session.create({
    data: { tokenHash: crypto.randomUUID(), userId, expiresAt: new Date(Date.now() + 60_000) },
  })
  admin = { userId, sessionId, name: 'Ada', isAdmin: true, signedInAt: new Date() } as never
}

async function empty() {
  await database().siteSettings.deleteMany()
  await database().user.deleteMany()
  await database().post.deleteMany()
  await database().note.deleteMany()
  await database().cv.deleteMany()
}

beforeEach(async () => {
  await empty()
  await signIn((await setUpSite(CREDENTIALS))?.userId)
})

/** The site of the sample's invented person, without its projects and notes. */
async function setUpSample() {
  await empty()
  const noContent = { fillSite: async () => {}, discardSample: async () => {} }
  const owner = await setUpSite(CREDENTIALS, { texts: SAMPLE_SITE, prepareSample: async () => noContent })
  await signIn(owner?.userId)
  await updateProfile(admin, admin.userId, { about: DEMO_PROFILE.about.replace(/<figure.*?<\/figure>/, '') })
}

async function done(): Promise<Step[]> {
  const { isDone } = await getFirstSteps(admin)
  return STEPS.filter((step) => isDone[step])
}

const sampleTexts = async () => (await getFirstSteps(admin)).sampleTexts

async function makeExamples() {
  const text = { title: 'Example', description: 'Text', isSample: true }
  const make = () => Promise.all([database().post.create({ data: text }), database().note.create({ data: text })])
  const [[post, note], [otherPost, otherNote]] = [await make(), await make()]
  return { post, note, otherPost, otherNote }
}

it('the steps of a site that was just set up are done by what they are about', async () => {
  expect([await hasSampleOwner(admin), await done()]).toEqual([true, ['about', 'sample']])
  expect(await sampleTexts()).toEqual(['ownerName', 'bio', 'contactNote', 'competencies', 'colophon'])
  await updateSettings(admin, { ownerName: 'Ada Lovelace' })
  expect([await hasSampleOwner(admin), await done()]).toEqual([true, ['about', 'sample']])
  await updateSettings(admin, { bio: 'I write notes.' })
  expect([await hasSampleOwner(admin), await done()]).toEqual([false, ['name', 'about', 'sample']])

  const { id: avatarId } = await database().media.create({
    data: { key: 'a', url: '/a', store: 'disk', contentType: 'image/png', bytes: 1, width: 1, height: 1 },
  })
  await updateSettings(admin, {
    codeUrl: 'https://code.example/ada',
    avatarId,
    addresses: 'readable',
    signUpOpen: false,
  })
  await createPost(
    admin,
    { title: 'Mine', description: 'Text', repo: '', link: '', tech: '', ...NO_FACTS, alt: '' },
    undefined,
  )
  const untold = STEPS.filter((step) => !['story', 'cv'].includes(step))
  expect(await done()).toEqual(untold)
  const { ownPostId: postId } = await getFirstSteps(admin)
  await updatePost(admin, postId ?? '', { story: '<p>It was hard.</p>' }, undefined)
  expect(await done()).toEqual(untold)
  await database().media.update({ where: { id: avatarId }, data: { postId } })
  await updateSettings(admin, { cvUrl: 'https://ada.example/cv.pdf' })
  expect(await done()).toEqual([...STEPS])
})

it('what was saved as it came is not done, and is named until its last words are gone', async () => {
  await setUpSample()
  const all = [
    ...['ownerName', 'bio', 'place', 'freeFrom', 'contactNote', 'codeUrl', 'networkUrl', 'contactEmail'],
    ...['competencies', 'colophon', 'about'],
  ]
  expect(await sampleTexts()).toEqual(all)
  const { competencies, colophon, place, bio, contactNote } = await getSettings()
  await updateSettings(admin, {
    ...{ ownerName: 'Jonas Delacroix', bio, place, competencies, colophon, contactNote, signUpOpen: true },
    ...{ freeFrom: '', cvUrl: '', codeUrl: 'https://code.example/jonas', networkUrl: '', contactEmail: '' },
  })
  expect(await sampleTexts()).toEqual(['bio', 'place', 'contactNote', 'competencies', 'colophon', 'about'])
  expect(await done()).toEqual(['links'])

  // One sentence, one area and one paragraph of somebody else's are as wrong as all.
  const [first = '', ...rest] = bio.split(/(?<=\.) /)
  const [area = { title: '', items: [] }] = competencies
  await updateSettings(admin, {
    ...{ bio: `Hello. ${rest[0]}`, contactNote: `Hello. ${contactNote.split('; ')[1]}`, place: 'Graz' },
    ...{ competencies: [{ title: 'Music', items: ['Bass'] }, area], colophon: 'Made by hand.' },
  })
  await updateProfile(admin, admin.userId, { about: '<p>Mine.</p><p>I studied geodesy, which is where the maps</p>' })
  expect(await sampleTexts()).toEqual(['bio', 'contactNote', 'competencies', 'about'])
  expect([await hasSampleOwner(admin), first.length > 0]).toEqual([true, true])

  await updateSettings(admin, { bio: 'I write notes.', contactNote: 'Write!', competencies: [] })
  await updateProfile(admin, admin.userId, { about: '' })
  expect([await sampleTexts(), await hasSampleOwner(admin)]).toEqual([[], false])
  expect(await done()).toEqual(['name', 'about', 'links'])
})

it('a CV is the owner’s once nothing of the sample’s is left in it', async () => {
  const state = async () => {
    const { isDone, sample, sampleTexts } = await getFirstSteps(admin)
    return [sampleTexts.includes('cv'), sample.cv, isDone.cv, await hasSampleOwner(admin)]
  }
  await updateSettings(admin, { ownerName: 'Ada Lovelace', bio: 'I write notes.' })
  expect(await state()).toEqual([false, null, false, false])
  await updateCv(admin, { document: DEMO_CV })
  expect(await state()).toEqual([true, DEMO_CV, false, true])
  // With an entry of hers nobody takes it away.
  const basics = { name: 'Ada Lovelace' }
  await updateCv(admin, { document: { ...DEMO_CV, basics } })
  expect(await state()).toEqual([true, null, false, true])
  await updateCv(admin, { document: { basics } })
  expect(await state()).toEqual([false, null, true, false])
  // The address that samples had before they had a document.
  await updateCv(admin, { document: null })
  await updateSettings(admin, { cvUrl: 'https://mira-halden.example.org/cv.pdf' })
  expect(await state()).toEqual([true, null, false, true])
})

it('the user name of the sample becomes one of the owner’s', async () => {
  await setUpSample()
  const username = async () => (await getFirstSteps(admin)).sample.username
  expect(await username()).toEqual({ from: 'mira.halden', to: 'owner' })
  await updateSettings(admin, { ownerName: 'Zoë Ångström' })
  expect(await username()).toEqual({ from: 'mira.halden', to: 'zoe-angstrom' })
  await updateSettings(admin, { ownerName: '山田太郎' })
  expect(await username()).toEqual({ from: 'mira.halden', to: 'owner' })
  await updateProfile(admin, admin.userId, { username: 'jonas' })
  expect([await username(), (await getFirstSteps(admin)).isDone.sample]).toEqual([null, true])
})

it('an example is one until somebody writes in it, and again once it is taken out of the trash', async () => {
  const { post, note, otherPost, otherNote } = await makeExamples()
  expect(await done()).toEqual(['about'])
  await updatePost(admin, post.id, { title: post.title, isPinned: true }, undefined)
  expect((await getFirstSteps(admin)).sample.posts).toHaveLength(2)
  await updatePost(admin, post.id, { title: 'Mine' }, undefined)
  await updateNote(admin, note.id, { title: 'Mine' })
  expect((await getFirstSteps(admin)).sample).toMatchObject({ posts: [otherPost.id], notes: [otherNote.id] })
  expect(await done()).toEqual(['about', 'project'])
  await trashContent(WRITABLE_POSTS, admin, { ids: [otherPost.id], action: 'trash' })
  expect((await getFirstSteps(admin)).sample.posts).toEqual([])
  await trashContent(WRITABLE_POSTS, admin, { ids: [otherPost.id], action: 'restore' })
  expect((await getFirstSteps(admin)).sample.posts).toEqual([otherPost.id])
})

it('a name that is changed in the profile is that of the site’s owner, too', async () => {
  await updateProfile(admin, admin.userId, { name: 'Ada Lovelace' })
  expect(await sampleTexts()).not.toContain('ownerName')
})

it('a colophon that nobody has edited names the fonts that are chosen', async () => {
  expect((await getSettings()).colophon).toMatch(/^A colophon is .* set in Newsreader and Hanken Grotesk, and made/)
  // As the form does, with the colophon that it showed.
  const { colophon } = await getSettings()
  await updateSettings(admin, { fonts: 'grotesk', colophon })
  expect((await getSettings()).colophon).toMatch(/^A colophon is .* set in Bricolage Grotesque and Hanken Grotesk, and/)

  const { sample } = await getFirstSteps(admin)
  await updateSettings(admin, { colophon: sample.colophon?.to })
  expect((await getSettings()).colophon).toBe('Set in Bricolage Grotesque and Hanken Grotesk, and made with Colophon.')
  expect(await sampleTexts()).not.toContain('colophon')
  await updateSettings(admin, { fonts: 'essay' })
  expect((await getSettings()).colophon).toBe('Set in Literata and Public Sans, and made with Colophon.')

  for (const mine of ['Made by hand.', '']) {
    await updateSettings(admin, { colophon: mine, fonts: 'book' })
    expect((await getSettings()).colophon).toBe(mine)
  }
})
