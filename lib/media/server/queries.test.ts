import { randomBytes, randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { OPERATOR } from '@/lib/access/system-actors'
import type { PictureFilter } from '@/lib/media/schema'
import { newFileName } from '@/lib/media/server/media-store'
import { describeImages } from '@/lib/media/server/mutations'
import { tablePictures } from '@/lib/media/server/queries'
import type { TableState } from '@/lib/table/table-state'
import { parseTableState } from '@/lib/table/trash-schema'
import { throwAwayDatabase } from '@/tests/support/unit-database'

const { database } = throwAwayDatabase()

const KEY = newFileName('abcdef012345', 'jpg')
const COPY = KEY.replace('.jpg', '-480.webp')

function store(data: object = {}) {
  const key = newFileName('abcdef012345', 'jpg')
  const image = { key, url: `/media/${key}`, store: 'disk', contentType: 'image/jpeg', bytes: 9, width: 4, height: 3 }
  return database().media.create({ data: { ...image, ...data } })
}
const storeShown = (data: object = {}) =>
  store({ key: KEY, url: `/media/${KEY}`, variants: [{ width: 480, key: COPY, url: `/media/${COPY}` }], ...data })

const table = (state: Partial<TableState<PictureFilter>> = {}) =>
  tablePictures(OPERATOR, { ...parseTableState({}, 20), ...state } as TableState<PictureFilter>)
const usesOf = async () => (await table()).rows[0]?.uses.map(({ kind, name, via }) => `${kind} ${name} ${via}`)

const shown = (key = KEY) => `<p><img src="/media/${key}" alt="Own"></p>`
const text = { title: 'A', description: shown() }

beforeEach(async () => {
  for (const rows of [database().note, database().page, database().post, database().workingCopy, database().media])
    await (rows as { deleteMany: () => Promise<unknown> }).deleteMany()
  await database().user.deleteMany()
})

const newUser = (about = '') => {
  const username = randomUUID().slice(0, 12)
  return database().user.create({
    data: { name: 'Ada', username, email: `${username}@example.org`, passwordHash: '', about },
  })
}
const copyOf = async (key: string, fields: object, kind = 'note') =>
  database().workingCopy.create({
    data: {
      ...{ ownerId: (await newUser()).id, kind, key, isNew: false, baseVersion: 1, base: {}, fields, bytes: 9 },
      ...{ writer: randomUUID(), sequence: 1 },
    },
  })
const revisionOf = (owner: object, pictures: string[]) =>
  database().revision.create({
    data: { ...owner, authorId: '', authorName: '', status: 'published', fields: {}, stamp: '', words: 0, pictures },
  })

describe('what shows a picture', () => {
  it('is nothing at first', async () => {
    await storeShown()
    await database().note.create({ data: { title: 'Other', description: shown(newFileName('abcdef012345', 'jpg')) } })
    expect(await usesOf()).toEqual([])
  })

  it.each([
    ['a note', () => database().note.create({ data: text }), 'note A text'],
    [
      'a smaller copy in a note, by a whole address',
      () =>
        database().note.create({ data: { title: 'A', description: `<img src="https://a.example/media/${COPY}?x">` } }),
      'note A text',
    ],
    ['a note in the trash', () => database().note.create({ data: { ...text, deletedAt: new Date() } }), 'note A trash'],
    ['a page', () => database().page.create({ data: { ...text, slug: 'a' } }), 'page A text'],
    [
      'a story',
      () => database().post.create({ data: { title: 'A', description: 'B', story: shown() } }),
      'post A text',
    ],
    [
      'the cover of a project',
      async () => {
        const { id } = await database().post.create({ data: { title: 'A', description: 'B' } })
        await database().media.updateMany({ data: { postId: id } })
      },
      'post A text',
    ],
    ['a profile', () => newUser(shown()), 'profile Ada text'],
    [
      'changes that are not published',
      async () => {
        const { id } = await database().note.create({ data: { title: 'A' } })
        await copyOf(id, { title: 'Anew', description: shown() })
      },
      'note Anew changes',
    ],
    [
      'a picture chosen in a form',
      async () => {
        const { id } = await database().post.create({ data: { title: 'A', description: 'B' } })
        await copyOf(id, { title: 'A', pictures: `${JSON.stringify({ _id: 'x', url: `/media/${KEY}` })}\n` }, 'post')
      },
      'post A changes',
    ],
    [
      'a revision',
      async () => {
        const { id } = await database().page.create({ data: { title: 'A', description: '', slug: 'a' } })
        await revisionOf({ pageId: id }, [KEY])
      },
      'page A revision',
    ],
  ])('%s', async (_, use, words) => {
    await storeShown()
    await use()
    expect(await usesOf()).toEqual([words])
    expect((await table({ status: 'unused' })).total).toBe(0)
  })

  it('are the settings and the CV', async () => {
    const { id } = await storeShown()
    const said = { ownerName: 'Ada', titleLine: '', bio: '', contactNote: '', competencies: [] }
    await database().siteSettings.upsert({
      where: { id: 1 },
      create: { ...said, avatarId: id },
      update: { avatarId: id },
    })
    const document = JSON.stringify({ basics: { image: `/media/${KEY}` } })
    await database().cv.upsert({ where: { id: 1 }, create: { document }, update: { document } })
    expect(await usesOf()).toEqual(['cv  text', 'settings  text'])
    expect((await table({ status: 'unused' })).total).toBe(0)
    await database().siteSettings.update({ where: { id: 1 }, data: { avatarId: null } })
    await database().cv.update({ where: { id: 1 }, data: { document: '' } })
    expect((await table({ status: 'unused' })).total).toBe(1)
  })

  it('is found in texts and revisions with an address that is longer than an index takes', async () => {
    await storeShown()
    const long = randomBytes(10_000).toString('hex')
    const { id } = await database().note.create({ data: { title: 'A', description: `<a href="/${long}">x</a>` } })
    await copyOf(id, { title: 'A', description: `/${long} ${shown()}` })
    await revisionOf({ noteId: id }, [long, KEY])
    expect(await usesOf()).toEqual(['note A changes'])
    await database().workingCopy.deleteMany()
    expect(await usesOf()).toEqual(['note A revision'])
  })

  it('names a text once, by what is nearest to its readers', async () => {
    await storeShown()
    const { id } = await database().note.create({ data: text })
    await copyOf(id, { title: 'Anew', description: shown() })
    await revisionOf({ noteId: id }, [KEY])
    await revisionOf({ noteId: id }, [KEY])
    expect(await usesOf()).toEqual(['note A text'])
  })
})

it('lists pictures with their sizes, newest first or by description, in pages', async () => {
  const day = (day: number) => ({ createdAt: new Date(Date.UTC(2026, 0, day)) })
  await storeShown({ alt: 'Cup', bytes: 70_000, ...day(1) })
  await store({ alt: 'apple', ...day(3) })
  await store({ alt: '', ...day(2) })
  const alts = async (state: Partial<TableState<PictureFilter>>) => (await table(state)).rows.map(({ alt }) => alt)
  expect((await table()).rows.at(-1)).toMatchObject({
    ...{ alt: 'Cup', bytes: 70_000, width: 4, height: 3, url: `/media/${KEY}`, preview: `/media/${COPY}`, uses: [] },
    createdAt: '2026-01-01T00:00:00.000Z',
  })
  expect(await alts({})).toEqual(['apple', '', 'Cup'])
  expect(await alts({ sort: 'title', direction: 'asc' })).toEqual(['', 'apple', 'Cup'])
  expect(await alts({ size: 2, page: 2 })).toEqual(['Cup'])
  expect(await alts({ filter: 'CU' })).toEqual(['Cup'])
  expect(await alts({ filter: '%' })).toEqual([])
  expect(await alts({ filter: '\u0000' })).toEqual([])
  expect(await alts({ status: 'undescribed' })).toEqual([''])
  await store({ alt: 'Just now' })
  expect((await table()).rows.map(({ isNew }) => isNew)).toEqual([true, false, false, false])
})

describe('describing', () => {
  it('says something of several pictures at once, and of a project as a change of it', async () => {
    const post = await database().post.create({ data: { title: 'A', description: 'B' } })
    const other = await database().post.create({ data: { title: 'C', description: 'D' } })
    const mine = await store({ postId: post.id })
    const same = await store({ postId: other.id, alt: 'Same' })
    const free = await store()
    const pictures = [mine, free].map(({ id }) => ({ id, alt: 'A kettle' }))
    const unknown = { id: 'none', alt: 'x' }
    expect(await describeImages(OPERATOR, { pictures: [...pictures, { id: same.id, alt: 'Same' }, unknown] })).toBe(2)
    expect((await table()).rows.map(({ alt }) => alt).sort()).toEqual(['A kettle', 'A kettle', 'Same'])
    const versions = await database().post.findMany({ select: { version: true }, orderBy: { title: 'asc' } })
    expect(versions.map(({ version }) => version)).toEqual([2, 1])
    const event = await database().auditEvent.findFirstOrThrow({ where: { action: 'picture.describe' } })
    expect(event.subjectIds.sort()).toEqual([mine.id, free.id].sort())
  })

  it('leaves what a text says of its picture', async () => {
    const { id } = await storeShown()
    const note = await database().note.create({ data: text })
    await describeImages(OPERATOR, { pictures: [{ id, alt: 'Stored' }] })
    expect(await database().note.findUnique({ where: { id: note.id } })).toMatchObject({
      ...{ description: text.description, version: note.version },
    })
  })
})
