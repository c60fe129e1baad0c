import { beforeEach, describe, expect, it, vi } from 'vitest'
import { keepOldAddress, makeSlugs, redirectFrom, slugOfChanged, slugOfNew } from '@/lib/addresses/server/mutations'
import { findAddressed, findMoved } from '@/lib/addresses/server/queries'
import { throwAwayDatabase } from '@/tests/support/unit-database'

const { database } = throwAwayDatabase()

const PAST = new Date('2026-01-01')
const COLUMNS = { id: true, title: true, slug: true, publishedAt: true, keptDate: true } as const

beforeEach(async () => {
  await database().note.deleteMany()
  await database().post.deleteMany()
})

const note = (title: string, slug: string | null, publishedAt: Date | null = PAST) =>
  database().note.create({ data: { title, slug, publishedAt }, select: COLUMNS })

/** As a save does it: the slug, the row, what led there before. */
function rename(id: string, fields: { title?: string; slug?: string; publishedAt?: Date | null }) {
  return database().$transaction(async (transaction) => {
    const now = new Date()
    const { slug, ...rest } = fields
    const before = await transaction.note.findUniqueOrThrow({ where: { id }, select: COLUMNS })
    const data = { ...rest, ...(await slugOfChanged(transaction, 'note', before, { ...fields, slug }, now)) }
    const row = await transaction.note.update({ where: { id }, data, select: COLUMNS })
    await keepOldAddress(transaction, 'note', before, row, now)
    return row.slug
  })
}

it('a start says which pages have an address that the product has taken', async () => {
  const written = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  await database().page.createMany({
    data: [
      { title: 'Archive', slug: 'archive' },
      { title: 'Uses', slug: 'uses' },
      { title: 'Stats', slug: 'stats', deletedAt: PAST },
    ],
  })
  await makeSlugs()
  const lines = written.mock.calls
    .map(([line]) => String(line))
    .filter((line) => line.includes('address of the product'))
  written.mockRestore()
  await database().page.deleteMany()
  expect(lines).toHaveLength(1)
  expect(lines[0]).toContain('"slug":"archive"')
})

describe('the slug of a new row', () => {
  const made = (title: string, slug?: string) =>
    database().$transaction((transaction) => slugOfNew(transaction, 'note', { title, slug }))

  it('comes from its title, with a number where others have that', async () => {
    expect(await made('Tea')).toBe('tea')
    await note('Tea', 'tea')
    expect(await made('Tea')).toBe('tea-2')
    await note('Tea', 'tea-2')
    await note('Tea', 'tea-4')
    expect(await made('Tea!')).toBe('tea-3')
    expect(await made('🎉')).toBeNull()
  })

  it('goes on after many of one name', async () => {
    const data = Array.from({ length: 120 }, (_, index) => ({ title: 'Tea', slug: index ? `tea-${index + 1}` : 'tea' }))
    await database().note.createMany({ data })
    expect(await made('Tea')).toBe('tea-121')
  })

  it('is refused where another has the one asked for, of its own kind', async () => {
    await note('Tea', 'tea')
    await database().post.create({ data: { title: 'Coffee', description: '', slug: 'coffee' } })
    await expect(made('Other', 'tea')).rejects.toMatchObject({ kind: 'conflict', issues: [{ path: 'slug' }] })
    expect(await made('Other', 'coffee')).toBe('coffee')
  })
})

describe('a title that changes', () => {
  it('takes the slug along while nobody has seen it', async () => {
    const { id } = await note('Tea', 'tea', null)
    expect(await rename(id, { title: 'Coffee' })).toBe('coffee')
    expect(await rename(id, { slug: 'beans' })).toBe('beans')
    expect(await rename(id, { title: 'Cocoa' })).toBe('beans')
    expect(await rename(id, { slug: '' })).toBe('cocoa')
    expect(await database().redirect.count()).toBe(0)
  })

  it('leaves it once it has been public, also as a draft again, and scheduled is not public', async () => {
    const { id } = await note('Tea', 'tea')
    expect(await rename(id, { title: 'Coffee' })).toBe('tea')
    await database().note.update({ where: { id }, data: { publishedAt: null, keptDate: PAST } })
    expect(await rename(id, { title: 'Cocoa' })).toBe('tea')
    const { id: later } = await note('Milk', 'milk', new Date(Date.now() + 3_600_000))
    expect(await rename(later, { title: 'Cream' })).toBe('cream')
  })

  it('makes one where there was none', async () => {
    const { id } = await note('🎉', null)
    expect(await rename(id, { title: '🎉' })).toBeNull()
    expect(await rename(id, { title: 'Party' })).toBe('party')
  })
})

describe('an old address', () => {
  it('leads to the row, however often it is renamed; back again there is none', async () => {
    const { id } = await note('Tea', 'tea')
    await rename(id, { slug: 'coffee' })
    await rename(id, { slug: 'cocoa' })
    expect(await findMoved('/note/tea')).toEqual({ kind: 'note', _id: id, slug: 'cocoa' })
    expect(await findMoved('/note/coffee/')).toEqual({ kind: 'note', _id: id, slug: 'cocoa' })
    await rename(id, { slug: 'tea' })
    expect(await findMoved('/note/tea')).toBeNull()
    expect(await findMoved('/note/cocoa')).toMatchObject({ slug: 'tea' })
  })

  it('goes once something else that is published takes the name', async () => {
    const { id } = await note('Tea', 'tea')
    await rename(id, { slug: 'coffee' })
    const { id: draft } = await note('Tea', 'tea', null)
    expect(await findMoved('/note/tea')).toMatchObject({ _id: id })
    await rename(draft, { publishedAt: PAST })
    expect(await findMoved('/note/tea')).toBeNull()
  })

  it('leads to nothing that is not public, and goes with its row', async () => {
    const { id } = await note('Tea', 'tea')
    await rename(id, { slug: 'coffee' })
    await database().note.update({ where: { id }, data: { deletedAt: PAST } })
    expect(await findMoved('/note/tea')).toBeNull()
    await database().note.delete({ where: { id } })
    expect(await database().redirect.count()).toBe(0)
  })

  it('may be any path of the site it was brought from, however it is written', async () => {
    const { id } = await note('Tea', 'tea')
    const { id: post } = await database().post.create({ data: { title: 'P', description: '', publishedAt: PAST } })
    await database().$transaction((transaction) =>
      redirectFrom(transaction, 'import', [
        { path: '/2019/05/caf%C3%A9/', kind: 'note', id },
        { path: '/work/p.html', kind: 'post', id: post },
      ]),
    )
    for (const path of ['/2019/05/caf%C3%A9', '/2019/05/café/', '/2019/05/cafe\u0301']) {
      expect(await findMoved(path)).toMatchObject({ kind: 'note', _id: id })
    }
    expect(await findMoved('/work/p.html')).toEqual({ kind: 'post', _id: post, slug: '' })
    await database().$transaction((transaction) =>
      redirectFrom(transaction, 'import', [{ path: '/work/p.html', kind: 'note', id }]),
    )
    expect(await findMoved('/work/p.html')).toMatchObject({ kind: 'note', _id: id })
    for (const path of ['/%', '', 'work', '/\u0000', '/nowhere']) expect(await findMoved(path)).toBeNull()
  })
})

it('what is public is found by its address, in whatever way that is written', async () => {
  const { id } = await note('Tea', 'tea')
  for (const written of ['tea', id, 'TEA', 'tea ', '\u00a0Tea', `${id} `, id.toUpperCase()]) {
    expect([written, await findAddressed('note', written)]).toEqual([written, { _id: id, slug: 'tea' }])
  }
  for (const other of ['te a', '', ' ', 'tea.']) expect(await findAddressed('note', other)).toBeNull()
})
