import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Admin } from '@/lib/access/actor'
import { OPERATOR } from '@/lib/access/system-actors'
import { autosave, restore } from '@/lib/autosave/server/mutations'
import { galleryPictures } from '@/lib/content/gallery'
import { NO_FACTS } from '@/lib/content/post-facts'
import { trashContent } from '@/lib/content-kind/server/mutations'
import { DRAFTS_RETAINED, PUBLISHED_RETAINED } from '@/lib/history/schema'
import { compareRevisions, listRevisions, readRevision } from '@/lib/history/server/queries'
import { createImage, removeUnusedImages } from '@/lib/media/server/mutations'
import type { UpdateNoteInput } from '@/lib/note/input'
import { createNote, updateNote, WRITABLE_NOTES } from '@/lib/note/server/mutations'
import { createPost, updatePost, WRITABLE_POSTS } from '@/lib/post/server/mutations'
import { keepByHand } from '@/lib/working-copy/server/mutations'
import { getWorkingCopy } from '@/lib/working-copy/server/queries'
import { png } from '@/tests/support/pictures'
import { throwAwayDatabase } from '@/tests/support/unit-database'

vi.mock('@/lib/platform/server/env', async (original) => {
  const { env } = await original<typeof import('@/lib/platform/server/env')>()
  return {
    env: () => ({
      ...env(),
      SITE_URL: 'https://ada.example',
      DATA_DIR: location().dataDir,
      DATABASE_URL: location().url,
    }),
  }
})

const { database, location } = throwAwayDatabase()

// Without a session, whose end would be looked for.
const writer = (userId: string, name: string) => ({ ...OPERATOR, userId, name }) as Admin
const ada = writer('ada', 'Ada')
const bea = writer('bea', 'Bea')

const NOTE = { title: 'Title', about: 'About', description: '<p>One two three</p>' }
const POST = { title: 'Title', description: 'One two', repo: '', link: '', tech: '', ...NO_FACTS, alt: '' }

let id: string

async function make(fields: Partial<UpdateNoteInput> = {}, admin = ada): Promise<void> {
  id = (await createNote(admin, { ...NOTE, ...fields }))._id
}

const save = (fields: UpdateNoteInput, admin = ada) => updateNote(admin, id, fields)

/** Title, status and author of each revision, oldest first. */
async function history(): Promise<string[]> {
  const rows = await database().revision.findMany({
    where: { OR: [{ noteId: id }, { postId: id }] },
    orderBy: { id: 'asc' },
  })
  return rows.map((row) => `${(row.fields as { title: string }).title} ${row.status} ${row.authorName}`.trim())
}

/** As if so much time had passed since the last save. */
async function silence(minutes: number): Promise<void> {
  await database().$executeRaw`
    UPDATE "Revision" SET "updatedAt" = "updatedAt" - ${minutes} * interval '1 minute' WHERE "noteId" = ${id}`
}

describe('a publishing', () => {
  beforeEach(() => make())

  it('leaves a revision each time, of what is public by then', async () => {
    await save({ title: 'Second' })
    await save({ title: 'Third' }, bea)
    expect(await history()).toEqual(['Title published Ada', 'Second published Ada', 'Third published Bea'])
    const [third, second, first] = await listRevisions(OPERATOR, { kind: 'note', id })
    expect(third).toMatchObject({ author: { id: 'bea', name: 'Bea' }, status: 'published', words: 3, difference: 0 })
    expect(second?.id).toBeLessThan(third?.id ?? 0)
    expect(first).toMatchObject({ difference: null })
  })

  it('leaves none where nothing changed, nor for another date', async () => {
    await save({ title: 'Title' })
    await save({ publishAt: new Date('2020-01-01') })
    await trashContent(WRITABLE_NOTES, ada, { ids: [id], action: 'trash' })
    await trashContent(WRITABLE_NOTES, ada, { ids: [id], action: 'restore' })
    expect(await history()).toEqual(['Title published Ada'])
  })

  it('leaves none when it is refused', async () => {
    await expect(save({ title: 'Late', version: 7 })).rejects.toThrow('in the meantime')
    expect(await history()).toEqual(['Title published Ada'])
  })

  it('leaves one for a schedule, and one for its end by hand', async () => {
    await save({ status: 'draft' })
    await save({ status: 'published', publishAt: new Date('2099-01-01') })
    await save({ status: 'published' })
    expect(await history()).toEqual(['Title published Ada', 'Title scheduled Ada', 'Title published Ada'])
  })
})

describe('an editing session', () => {
  beforeEach(() => make({ status: 'draft' }))

  it('leaves one revision however often it is saved, of its last state', async () => {
    await silence(29)
    await save({ title: 'Second' })
    await silence(29)
    await save({ title: 'Third', description: '<p>One</p>' })
    expect(await history()).toEqual(['Third draft Ada'])
    const [only] = await listRevisions(OPERATOR, { kind: 'note', id })
    expect(only).toMatchObject({ words: 1, difference: null })
    expect(Date.parse(only?.updatedAt ?? '')).toBeGreaterThan(Date.parse(only?.createdAt ?? ''))
  })

  it('ends with half an hour of silence, with another writer, and with a publishing', async () => {
    await silence(31)
    await save({ title: 'Second' })
    await save({ title: 'Third' }, bea)
    await save({ title: 'Fourth', status: 'published' }, bea)
    await save({ title: 'Fifth', status: 'draft' }, bea)
    expect(await history()).toEqual([
      ...['Title draft Ada', 'Second draft Ada', 'Fourth published Bea', 'Fifth draft Bea'],
    ])
  })

  it('is told from its publishing by somebody else, or later, though the text is the same', async () => {
    await save({ status: 'published' }, bea)
    expect(await history()).toEqual(['Title draft Ada', 'Title published Bea'])
  })
})

it('keeps what was there before the history began, by nobody known', async () => {
  await make()
  await database().revision.deleteMany({ where: { noteId: id } })
  await save({ title: 'Second' })
  await save({ title: 'Third' })
  expect(await history()).toEqual(['Title published', 'Second published Ada', 'Third published Ada'])
  expect((await listRevisions(OPERATOR, { kind: 'note', id })).at(-1)).toMatchObject({ author: null, difference: null })
})

it(`keeps the last ${DRAFTS_RETAINED} drafts and the last ${PUBLISHED_RETAINED} publishings of a row, and of that row alone`, async () => {
  await make()
  const other = id
  await make()
  const many = (status: string, count: number) =>
    Array.from({ length: count }, (_, index) => ({
      ...{ noteId: id, authorId: 'ada', authorName: 'Ada', status, stamp: '', words: 1 },
      fields: { ...NOTE, title: `${status} ${index}` },
    }))
  await database().revision.createMany({ data: [...many('draft', 60), ...many('published', 110)] })
  await save({ title: 'Newest' })
  const kept = await history()
  expect(kept.filter((one) => one.includes(' draft '))).toHaveLength(DRAFTS_RETAINED)
  expect(kept.filter((one) => one.includes(' published '))).toHaveLength(PUBLISHED_RETAINED)
  expect(kept.at(-1)).toBe('Newest published Ada')
  expect(kept).not.toContain('draft 0 draft Ada')
  id = other
  expect(await history()).toHaveLength(1)
})

it('goes with its row, and not with the account that wrote it', async () => {
  await make()
  await trashContent(WRITABLE_NOTES, ada, { ids: [id], action: 'trash' })
  expect(await history()).toHaveLength(1)
  await trashContent(WRITABLE_NOTES, ada, { ids: [id], action: 'purge' })
  expect(await history()).toEqual([])
})

it('keeps the pictures its revisions show, and no others', async () => {
  const picture = async () => (await createImage(ada, { alt: '' }, await png())).url
  const [shown, linked, never] = [await picture(), await picture(), await picture()]
  await make({ description: `<p><img src="${shown}" alt=""> <a href="https://ada.example${linked}?a=b">A</a></p>` })
  await save({ description: '<p>None</p>' })
  await database().media.updateMany({ data: { createdAt: new Date(0) } })
  const kept = async () => (await database().media.findMany({ select: { url: true } })).map(({ url }) => url)
  expect(await kept()).toContain(never)
  await removeUnusedImages(7)
  expect((await kept()).sort()).toEqual([shown, linked].sort())
  await trashContent(WRITABLE_NOTES, ada, { ids: [id], action: 'trash' })
  await removeUnusedImages(7)
  expect(await kept()).toHaveLength(2)
  await trashContent(WRITABLE_NOTES, ada, { ids: [id], action: 'purge' })
  await removeUnusedImages(7)
  expect(await kept()).toEqual([])
})

describe('a working copy', () => {
  const LATER = { title: 'Later', about: 'About', description: '<p>One two</p>' }
  const write = (fields: Record<string, string>, sequence: number, key = id, kind: 'note' | 'post' = 'note') =>
    autosave(ada, key, {
      ...{ kind, owner: 'ada', isNew: false, baseVersion: 1, base: NOTE, fields, writer: 'form', sequence },
      on: null,
    })
  const silenceOfCopy = (key = id) =>
    database()
      .$executeRaw`UPDATE "WorkingCopy" SET "updatedAt" = "updatedAt" - interval '31 minutes' WHERE "key" = ${key}`
  const entries = async (admin: Admin) =>
    (await listRevisions(admin, { kind: 'note', id })).map(({ status, words }) => `${status} ${words}`)

  beforeEach(async () => {
    await database().user.createMany({
      data: [{ id: 'ada', name: 'Ada', username: 'ada', email: 'ada@example.org', passwordHash: '' }],
      skipDuplicates: true,
    })
    await make()
  })

  it('leaves a revision of each editing session to its owner alone, cleaned', async () => {
    await write({ ...LATER, description: '<p>One two<script>alert(1)</script></p>' }, 1)
    await write(LATER, 2)
    expect(await entries(ada)).toEqual(['published 3'])
    await silenceOfCopy()
    await write({ ...LATER, description: '<p>One</p>' }, 3)
    expect(await entries(ada)).toEqual(['copy 2', 'published 3'])
    expect(await entries(bea)).toEqual(['published 3'])
    const [copy] = await listRevisions(ada, { kind: 'note', id })
    expect(await readRevision(ada, copy?.id ?? 0)).toMatchObject({ fields: LATER })
    expect(await readRevision(bea, copy?.id ?? 0)).toBeNull()
    await save({ title: 'Saved' })
    expect(await entries(bea)).toEqual(['published 3', 'published 3'])
  })

  it('leaves none that says what is saved', async () => {
    await write(NOTE, 1)
    await silenceOfCopy()
    await write(LATER, 2)
    expect(await entries(ada)).toEqual(['published 3'])
  })

  it('takes the text of a revision, over what the row says now; what stood there is a revision', async () => {
    await save({ ...LATER, title: 'Now' })
    await write({ ...LATER, title: 'Being written' }, 1)
    const first = (await listRevisions(ada, { kind: 'note', id })).at(-1)
    await restore(ada, first?.id ?? 0)
    expect(await getWorkingCopy(ada, id)).toMatchObject({
      ...{ fields: NOTE, base: { ...LATER, title: 'Now' }, baseVersion: 2 },
    })
    expect(await history()).toEqual(['Title published Ada', 'Now published Ada', 'Being written copy Ada'])
    expect((await database().note.findUnique({ where: { id } }))?.title).toBe('Now')

    await expect(restore(ada, 999_999)).rejects.toThrow('no such revision')
    await trashContent(WRITABLE_NOTES, ada, { ids: [id], action: 'trash' })
    await expect(restore(ada, first?.id ?? 0)).rejects.toThrow('no such revision')
  })

  it('of a project is kept with its facts', async () => {
    id = (await createPost(ada, { ...POST, role: 'Design' }, await png()))._id
    await write({ ...POST, title: 'Later', role: 'Code' }, 1, id, 'post')
    await keepByHand(ada, { kind: 'post', id })
    const [copy] = await listRevisions(ada, { kind: 'post', id })
    const fields = { ...NO_FACTS, title: 'Later', role: 'Code' }
    expect(await readRevision(ada, copy?.id ?? 0)).toMatchObject({ fields })
  })

  it('of a project goes back to its texts, and to the picture it had', async () => {
    id = (await createPost(ada, { ...POST, alt: 'Old' }, await png()))._id
    await updatePost(ada, id, { title: 'Described', alt: 'Described' }, undefined)
    await updatePost(ada, id, { title: 'Replaced', alt: 'New' }, await png({ width: 9, height: 9 }))
    const [, described, first] = await listRevisions(ada, { kind: 'post', id })
    await restore(ada, first?.id ?? 0)
    expect((await getWorkingCopy(ada, id))?.fields).toMatchObject({
      ...{ title: 'Title', alt: 'Old' },
      image: expect.stringMatching(/"_id":"[^"]+","url":"\/media\//),
    })
    await restore(ada, described?.id ?? 0)
    expect((await getWorkingCopy(ada, id))?.fields).toMatchObject({
      ...{ title: 'Described', alt: 'Described' },
      image: expect.stringContaining('/media/'),
    })
    await updatePost(ada, id, { alt: 'Newest' }, undefined)
    const saved = (await listRevisions(ada, { kind: 'post', id })).filter(({ status }) => status === 'published')
    const [, replaced] = saved
    await restore(ada, replaced?.id ?? 0)
    expect((await getWorkingCopy(ada, id))?.fields).toMatchObject({ title: 'Replaced', alt: 'New' })
  })
})

describe('the history of a project', () => {
  it('holds its pictures with their captions, and brings them back in their order', async () => {
    const stored = await Promise.all(
      [7, 8, 9].map(async (width) => createImage(ada, { alt: '' }, await png({ width, height: 9 }))),
    )
    const listed = stored.map(({ _id }, at) => ({ id: _id, alt: '', caption: `Caption ${at}` }))
    id = (await createPost(ada, { ...POST, pictures: listed }, undefined))._id
    await updatePost(ada, id, { pictures: listed.slice(0, 1) }, undefined)
    const [now, before] = await listRevisions(ada, { kind: 'post', id })
    await restore(ada, before?.id ?? 0)
    const fields = (await getWorkingCopy(ada, id))?.fields
    expect(fields).toMatchObject({ image: '', caption: 'Caption 0' })
    expect(galleryPictures(fields?.pictures ?? '').map(({ _id, caption }) => [_id, caption])).toEqual([
      [stored[1]?._id, 'Caption 1'],
      [stored[2]?._id, 'Caption 2'],
    ])
    const revisions = await listRevisions(ada, { kind: 'post', id })
    const pair = { revisions, from: before?.id ?? 0, to: now?.id ?? 0 }
    const compared = await compareRevisions(ada, { kind: 'post', id }, pair)
    expect(compared?.fields.map(({ name }) => name)).toEqual(['Picture 2', 'Picture 3'])
  })

  it('holds its fields and what is left of its picture, and goes with it', async () => {
    id = (await createPost(ada, { ...POST, alt: 'A square' }, await png()))._id
    await updatePost(bea, id, { tech: 'Rust', ...NO_FACTS, removeImage: '1' }, undefined)
    expect(await history()).toEqual(['Title published Ada', 'Title published Bea'])
    const [first, second] = await database().revision.findMany({ where: { postId: id }, orderBy: { id: 'asc' } })
    expect(first).toMatchObject({ words: 2, stamp: '' })
    expect(first?.fields).toMatchObject({
      ...{ title: 'Title', description: 'One two', repo: '', link: '', tech: '', ...NO_FACTS },
      image: [{ alt: 'A square', url: expect.stringContaining('/media/'), placeholder: expect.any(String) }],
    })
    expect(second?.fields).toMatchObject({ tech: 'Rust', ...NO_FACTS, image: [] })
    await updatePost(bea, id, { tech: 'Rust', ...NO_FACTS }, undefined)
    expect(await history()).toHaveLength(2)
    await trashContent(WRITABLE_POSTS, ada, { ids: [id], action: 'trash' })
    await trashContent(WRITABLE_POSTS, ada, { ids: [id], action: 'purge' })
    expect(await history()).toEqual([])
  })
})

describe('what is saved by hand', () => {
  it('stays a revision of a draft, however soon it is written on', async () => {
    await make({ status: 'draft', title: 'Seventeen words' })
    await keepByHand(ada, { kind: 'note', id })
    await save({ title: 'Four words' })
    await save({ title: 'Five words' })
    expect(await history()).toEqual(['Seventeen words kept Ada', 'Five words draft Ada'])
    await keepByHand(ada, { kind: 'note', id })
    await keepByHand(ada, { kind: 'note', id })
    await save({ title: 'Six words', status: 'published' })
    expect(await history()).toEqual(['Seventeen words kept Ada', 'Five words kept Ada', 'Six words published Ada'])
  })

  it('adds nothing to what is published, and is refused of what there is not', async () => {
    await make()
    await keepByHand(ada, { kind: 'note', id })
    expect(await history()).toEqual(['Title published Ada'])
    await expect(keepByHand(ada, { kind: 'post', id })).rejects.toThrow('There is no such text.')
    await expect(keepByHand(ada, { kind: 'note', id: 'unknown' })).rejects.toThrow('There is no such text.')
  })
})
