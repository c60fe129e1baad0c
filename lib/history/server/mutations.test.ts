import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Admin } from '@/lib/access/actor'
import { OPERATOR } from '@/lib/access/system-actors'
import { DRAFTS_KEPT, PUBLISHED_KEPT } from '@/lib/history/schema'
import { listRevisions } from '@/lib/history/server/queries'
import { createImage, removeUnusedImages } from '@/lib/media/server/mutations'
import type { UpdateNoteInput } from '@/lib/note/input'
import { createNote, trashNotes, updateNote } from '@/lib/note/server/mutations'
import { createPost, trashPosts, updatePost } from '@/lib/post/server/mutations'
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
const POST = { title: 'Title', description: 'One two', repo: '', link: '', tech: '', alt: '' }

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
    await trashNotes(ada, { ids: [id], action: 'trash' })
    await trashNotes(ada, { ids: [id], action: 'restore' })
    expect(await history()).toEqual(['Title published Ada'])
  })

  it('leaves none when it is refused', async () => {
    await expect(save({ title: 'Late', version: 7 })).rejects.toThrow('changed by someone else')
    expect(await history()).toEqual(['Title published Ada'])
  })

  it('leaves one for a schedule, and one for its end by hand', async () => {
    await save({ status: 'draft' })
    await save({ status: 'published', publishAt: new Date('2099-01-01') })
    await save({ status: 'published' })
    expect(await history()).toEqual(['Title published Ada', 'Title scheduled Ada', 'Title published Ada'])
  })
})

describe('a sitting of writing', () => {
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

it(`keeps the last ${DRAFTS_KEPT} drafts and the last ${PUBLISHED_KEPT} publishings of a row, and of that row alone`, async () => {
  await make()
  const other = id
  await make()
  const many = (status: string, count: number) =>
    Array.from({ length: count }, (_, place) => ({
      ...{ noteId: id, authorId: 'ada', authorName: 'Ada', status, stamp: '', words: 1 },
      fields: { ...NOTE, title: `${status} ${place}` },
    }))
  await database().revision.createMany({ data: [...many('draft', 60), ...many('published', 110)] })
  await save({ title: 'Newest' })
  const kept = await history()
  expect(kept.filter((one) => one.includes(' draft '))).toHaveLength(DRAFTS_KEPT)
  expect(kept.filter((one) => one.includes(' published '))).toHaveLength(PUBLISHED_KEPT)
  expect(kept.at(-1)).toBe('Newest published Ada')
  expect(kept).not.toContain('draft 0 draft Ada')
  id = other
  expect(await history()).toHaveLength(1)
})

it('goes with its row, and not with the account that wrote it', async () => {
  await make()
  await trashNotes(ada, { ids: [id], action: 'trash' })
  expect(await history()).toHaveLength(1)
  await trashNotes(ada, { ids: [id], action: 'purge' })
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
  await trashNotes(ada, { ids: [id], action: 'trash' })
  await removeUnusedImages(7)
  expect(await kept()).toHaveLength(2)
  await trashNotes(ada, { ids: [id], action: 'purge' })
  await removeUnusedImages(7)
  expect(await kept()).toEqual([])
})

describe('the history of a project', () => {
  it('holds its fields and what is left of its picture, and goes with it', async () => {
    id = (await createPost(ada, { ...POST, alt: 'A square' }, await png()))._id
    await updatePost(bea, id, { tech: 'Rust', removeImage: '1' }, undefined)
    expect(await history()).toEqual(['Title published Ada', 'Title published Bea'])
    const [first, second] = await database().revision.findMany({ where: { postId: id }, orderBy: { id: 'asc' } })
    expect(first).toMatchObject({ words: 2, stamp: '' })
    expect(first?.fields).toMatchObject({
      ...{ title: 'Title', description: 'One two', repo: '', link: '', tech: '' },
      image: [{ alt: 'A square', url: expect.stringContaining('/media/'), placeholder: expect.any(String) }],
    })
    expect(second?.fields).toMatchObject({ tech: 'Rust', image: [] })
    await updatePost(bea, id, { tech: 'Rust' }, undefined)
    expect(await history()).toHaveLength(2)
    await trashPosts(ada, { ids: [id], action: 'trash' })
    await trashPosts(ada, { ids: [id], action: 'purge' })
    expect(await history()).toEqual([])
  })
})
