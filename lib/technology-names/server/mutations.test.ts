import { beforeEach, describe, expect, it } from 'vitest'
import { OPERATOR } from '@/lib/access/system-actors'
import { NO_FACTS } from '@/lib/content/post-facts'
import { trashContent } from '@/lib/content-kind/server/mutations'
import { createNote, updateNote, WRITABLE_NOTES } from '@/lib/note/server/mutations'
import { createPost } from '@/lib/post/server/mutations'
import { find } from '@/lib/search/server/queries'
import { findTechnology, listTechnologies, tableTechnologies } from '@/lib/technology/server/queries'
import { throwAwayDatabase } from '@/tests/support/unit-database'
import { mergeTechnologies, updateTechnology } from './mutations'

const { database } = throwAwayDatabase()

beforeEach(async () => {
  await database().note.deleteMany()
  await database().post.deleteMany()
  await database().technology.deleteMany()
})

const FACTS = NO_FACTS
const project = (title: string, tech: string, rest: object = {}) =>
  createPost(OPERATOR, { title, description: 'Made.', repo: '', link: '', tech, ...FACTS, alt: '', ...rest }, undefined)
const note = (title: string, tech: string, rest: object = {}) =>
  createNote(OPERATOR, { title, about: '', description: '', tech, ...rest })

describe('an admin', () => {
  const slugs = async () => (await listTechnologies()).map(({ slug, name, posts, notes }) => [slug, name, posts, notes])

  it('renames one: its old address and its old names lead to it, and what names it anew is of it', async () => {
    await project('One', 'Reakt')
    expect(await updateTechnology(OPERATOR, 'reakt', { name: 'React' })).toEqual({
      ...{ slug: 'react', name: 'React', text: '' },
    })
    await note('Two', 'reakt')
    await note('Three', 'React.js')
    expect(await slugs()).toEqual([['react', 'React', 1, 2]])
    for (const name of ['react', 'reakt', 'Reakt', 'ReactJS']) {
      expect((await findTechnology(name))?.slug, name).toBe('react')
    }
    // And back, without a circle.
    await updateTechnology(OPERATOR, 'react', { name: 'Reakt' })
    expect((await findTechnology('react'))?.slug).toBe('reakt')
    expect((await findTechnology('reakt'))?.slug).toBe('reakt')
  })

  it('describes one, and leaves its name', async () => {
    await project('One', 'C++')
    await updateTechnology(OPERATOR, 'cplusplus', { text: 'Since school.' })
    expect(await findTechnology('c++')).toMatchObject({ slug: 'cplusplus', name: 'C++', text: 'Since school.' })
    await expect(updateTechnology(OPERATOR, 'zig', { text: '' })).rejects.toMatchObject({ kind: 'not-found' })
  })

  it('gives none the name of another, nor one without letters', async () => {
    await project('One', 'React, Preact')
    for (const name of ['React.js', '🎉']) {
      const refused = { kind: 'unprocessable', issues: [{ path: 'name' }] }
      await expect(updateTechnology(OPERATOR, 'preact', { name }), name).rejects.toMatchObject(refused)
    }
    // Another spelling is no other address.
    expect((await updateTechnology(OPERATOR, 'preact', { name: 'PREACT' })).slug).toBe('preact')
  })

  it('merges several: what was made with them, their names and what was said of them are of the one that stays', async () => {
    await project('One', 'Postgres 16, SQL')
    await project('Two', 'PostgreSQL')
    await note('Three', 'Postgres 16')
    await updateTechnology(OPERATOR, 'postgres-16', { text: 'With 16.' })
    await updateTechnology(OPERATOR, 'postgresql', { text: 'For years.' })
    const merge = () => mergeTechnologies(OPERATOR, { slugs: ['postgres-16', 'none'], into: 'postgresql' })
    expect(await merge()).toEqual({ name: 'PostgreSQL', count: 1 })
    expect(await merge()).toEqual({ name: 'PostgreSQL', count: 0 })
    expect(await slugs()).toEqual([
      ['postgresql', 'PostgreSQL', 2, 1],
      ['sql', 'SQL', 1, 0],
    ])
    expect(await findTechnology('postgres-16')).toMatchObject({ slug: 'postgresql', text: 'For years.\n\nWith 16.' })
    await note('Four', 'postgres 16')
    expect((await findTechnology('postgresql'))?.notes).toBe(2)
    const { total } = await find({ q: 'three', tech: 'psql', limit: 10, page: 1 })
    expect(total).toBe(1)
    await expect(mergeTechnologies(OPERATOR, { slugs: ['sql'], into: 'none' })).rejects.toMatchObject({
      kind: 'not-found',
    })
  })

  it('sees those that nothing public names, too', async () => {
    const { _id } = await note('One', 'Zig')
    await project('Two', 'Ada')
    await updateNote(OPERATOR, _id, { status: 'draft' })
    const state = {
      page: 1,
      size: 20,
      sort: 'title',
      direction: 'asc',
      filter: '',
      status: 'all',
      trash: false,
    } as const
    const { rows, total } = await tableTechnologies(OPERATOR, state)
    expect([total, rows.map(({ name, posts, notes }) => [name, posts, notes])]).toEqual([
      2,
      [
        ['Ada', 1, 0],
        ['Zig', 0, 0],
      ],
    ])
    await note('Three', 'bash 5, Bash 10, ärger, C')
    const named = async (requested: object) => (await tableTechnologies(OPERATOR, { ...state, ...requested })).rows
    expect((await named({})).map(({ name }) => name)).toEqual(['Ada', 'ärger', 'bash 5', 'Bash 10', 'C', 'Zig'])
    expect((await named({ direction: 'desc', size: 4, page: 2 })).map(({ name }) => name)).toEqual(['ärger', 'Ada'])
    await database().note.deleteMany({ where: { title: 'Three' } })
    expect(await slugs()).toEqual([['ada', 'Ada', 1, 0]])
    expect(await findTechnology('zig')).toBeNull()
    expect((await tableTechnologies(OPERATOR, { ...state, filter: 'zi' })).total).toBe(1)
  })

  it('does not see those that the trash alone names, unless they are described', async () => {
    const { _id } = await note('One', 'Zig')
    await project('Two', 'Ada')
    const state = {
      page: 1,
      size: 20,
      sort: 'title',
      direction: 'asc',
      filter: '',
      status: 'all',
      trash: false,
    } as const
    const names = async () => (await tableTechnologies(OPERATOR, state)).rows.map(({ name }) => name)
    await trashContent(WRITABLE_NOTES, OPERATOR, { ids: [_id], action: 'trash' })
    expect(await names()).toEqual(['Ada'])
    await updateTechnology(OPERATOR, 'zig', { text: 'Small.' })
    expect(await names()).toEqual(['Ada', 'Zig'])
    await updateTechnology(OPERATOR, 'zig', { text: '' })
    expect(await names()).toEqual(['Ada'])
    await trashContent(WRITABLE_NOTES, OPERATOR, { ids: [_id], action: 'restore' })
    expect(await names()).toEqual(['Ada', 'Zig'])
  })
})

describe('what is made with one that is renamed or merged', () => {
  const message = async () => {
    const select = { title: true, tech: true } as const
    const rows = [...(await database().post.findMany({ select })), ...(await database().note.findMany({ select }))]
    return Object.fromEntries(rows.map(({ title, tech }) => [title, tech]))
  }

  beforeEach(async () => {
    await project('Project', 'Redis, Go')
    await note('Note', 'PostgreSQL,redis.js ,Zig')
    await note('Draft', 'REDIS', { status: 'draft' })
    const { _id } = await note('Trashed', 'Redis')
    await trashContent(WRITABLE_NOTES, OPERATOR, { ids: [_id], action: 'trash' })
    await note('Other', 'Go,  Zig')
  })

  it('says the new name, and nothing else of it changes', async () => {
    const before = await database().note.findMany({ orderBy: { id: 'asc' } })
    await updateTechnology(OPERATOR, 'redis', { name: 'Redis/Valkey' })
    expect(await message()).toEqual({
      Project: 'Redis/Valkey, Go',
      Note: 'PostgreSQL, Redis/Valkey, Zig',
      Draft: 'Redis/Valkey',
      Trashed: 'Redis/Valkey',
      Other: 'Go,  Zig',
    })
    const after = await database().note.findMany({ orderBy: { id: 'asc' } })
    expect(after.map(({ tech: _, version, ...rest }) => [version, rest])).toEqual(
      before.map(({ tech: _, version, ...rest }) => [version + (rest.title === 'Other' ? 0 : 1), rest]),
    )
    // The search knows it at once, and the history with the next change.
    const { results } = await find({ q: 'valkey', limit: 10, page: 1 })
    expect(results.map(({ title }) => title).sort()).toEqual(['Note', 'Project'])
    const [{ id } = { id: '' }] = after.filter(({ title }) => title === 'Note')
    await updateNote(OPERATOR, id, { about: 'Changed' })
    const revisions = await database().revision.findMany({ where: { noteId: id }, orderBy: { id: 'asc' } })
    expect(revisions.map(({ fields }) => (fields as { tech: string }).tech)).toEqual([
      'PostgreSQL,redis.js ,Zig',
      'PostgreSQL, Redis/Valkey, Zig',
    ])
  })

  it('names it once', async () => {
    await project('Both', 'Valkey, Go, Redis')
    await mergeTechnologies(OPERATOR, { slugs: ['redis'], into: 'valkey' })
    expect(await message()).toMatchObject({ Both: 'Valkey, Go', Note: 'PostgreSQL, Valkey, Zig' })
  })

  it('has it in what is written beside it, too: a renaming is no change of that', async () => {
    const row = { id: 'ada', name: 'Ada', username: 'ada', email: 'ada@example.org', passwordHash: '', isAdmin: true }
    await database().user.upsert({ where: { id: 'ada' }, create: row, update: {} })
    const copy = { ownerId: 'ada', kind: 'note', bytes: 1, writer: 'form', sequence: 1, baseVersion: 1, isNew: false }
    const tech = (text: string) => ({ title: 'Note', tech: text })
    await database().workingCopy.createMany({
      data: [
        { ...copy, key: 'one', fields: tech('Redis, Ada'), base: tech('Redis') },
        { ...copy, key: 'other', fields: tech('Zig'), base: { title: '' } },
      ],
    })
    await updateTechnology(OPERATOR, 'redis', { name: 'Valkey' })
    const copies = await database().workingCopy.findMany({ orderBy: { key: 'asc' } })
    expect(copies.map(({ fields, base }) => [fields, base])).toEqual([
      [tech('Valkey, Ada'), tech('Valkey')],
      [tech('Zig'), { title: '' }],
    ])
  })

  it('is left whole where a row could not hold the name', async () => {
    await project('Full', `Redis, ${'x'.repeat(480)}`)
    const name = 'A name that is longer than what is left'
    await expect(updateTechnology(OPERATOR, 'redis', { name })).rejects.toThrow(/“Full” could not hold/)
    expect(await message()).toMatchObject({ Project: 'Redis, Go', Draft: 'REDIS' })
    expect((await findTechnology('redis'))?.name).toBe('Redis')
  })
})
