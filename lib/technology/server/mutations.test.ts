import { beforeEach, describe, expect, it } from 'vitest'
import { OPERATOR } from '@/lib/access/system-actors'
import { createNote, updateNote } from '@/lib/note/server/mutations'
import { createPost } from '@/lib/post/server/mutations'
import { refreshSearch } from '@/lib/search/server/mutations'
import { find } from '@/lib/search/server/queries'
import { throwAwayDatabase } from '@/tests/support/unit-database'
import { mergeTechnologies, updateTechnology } from './mutations'
import { findTechnology, listNamesInUse, listTechnologies, tableTechnologies } from './queries'

const { database } = throwAwayDatabase()

beforeEach(async () => {
  await database().note.deleteMany()
  await database().post.deleteMany()
  await database().technology.deleteMany()
})

const FACTS = { role: '', forWhom: '', period: '', state: '' }
const project = (title: string, tech: string, rest: object = {}) =>
  createPost(OPERATOR, { title, description: 'Made.', repo: '', link: '', tech, ...FACTS, alt: '', ...rest }, undefined)
const note = (title: string, tech: string, rest: object = {}) =>
  createNote(OPERATOR, { title, about: '', description: '', tech, ...rest })

const technologies = async () => {
  const rows = await database().technology.findMany({ include: { aliases: true }, orderBy: { slug: 'asc' } })
  return rows.map(({ slug, name, aliases }) => `${slug} ${name} ${aliases.map(({ key }) => key).join()}`)
}

describe('a save', () => {
  it('makes one technology of all its spellings, and keeps each as it was typed', async () => {
    expect((await project('One', 'React.js, Node.js')).tech).toBe('React.js, Node.js')
    expect((await note('Two', 'react,  ReactJS, NodeJS')).tech).toBe('react,  ReactJS, NodeJS')
    expect(await technologies()).toEqual(['node-js Node.js node', 'react-js React.js react'])
  })

  it('tells C, C++ and C# apart, has words for signs, and letters of any script', async () => {
    await project('One', 'C, C++, C#, F#, .NET, 日本語, 🎉')
    expect(await technologies()).toEqual([
      'c C c',
      'cplusplus C++ cplusplus',
      'csharp C# csharp',
      'dotnet .NET dotnet',
      'fsharp F# fsharp',
      '日本語 日本語 日本語',
    ])
  })

  it('makes none of what nobody is to see: drafts', async () => {
    const { _id } = await note('Draft', 'Zig', { status: 'draft' })
    expect(await technologies()).toEqual([])
    await updateNote(OPERATOR, _id, { status: 'published' })
    expect(await technologies()).toEqual(['zig Zig zig'])
  })

  it('makes one of two that name a new one at once', async () => {
    await Promise.all(['Zig', 'zig', 'ZIG', 'Zig.js'].map((tech) => project(tech, `${tech}, Ada`)))
    expect(await database().technology.count()).toBe(2)
    expect(await database().technologyAlias.count()).toBe(2)
  })
})

it('what was written by the build before gets its technologies from the maintenance', async () => {
  await database().post.create({ data: { title: 'Old', description: 'Made.', tech: 'React, C++' } })
  await refreshSearch()
  expect(await technologies()).toEqual(['cplusplus C++ cplusplus', 'react React react'])
})

it('the search goes by them, for notes and projects', async () => {
  await project('Steeping', 'ReactJS')
  await note('Steeping notes', 'react.js')
  await note('Steeping without', '')
  const { results } = await find({ q: 'steeping', tech: 'React', limit: 10, page: 1 })
  expect(results.map(({ title, tech }) => [title, tech])).toEqual([
    ['Steeping', 'ReactJS'],
    ['Steeping notes', 'react.js'],
  ])
})

it('lists the names in use, most used first, each as it is written most often', async () => {
  const post = (tech: string, dates: { publishedAt?: null; deletedAt?: Date } = {}) => ({
    ...{ title: 'Made', description: 'What it does', tech },
    ...dates,
  })
  await database().post.createMany({
    data: [
      post('Zig, typescript'),
      post('TypeScript, React, React'),
      post(' TypeScript ,, Ada', { publishedAt: null }),
      post('COBOL', { deletedAt: new Date() }),
    ],
  })
  await note('Note', 'TypeScript, Rust, Ada')
  expect(await listNamesInUse(OPERATOR)).toEqual(['TypeScript', 'Ada', 'React', 'Rust', 'Zig'])
})

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
    expect(await slugs()).toEqual([['ada', 'Ada', 1, 0]])
    expect(await findTechnology('zig')).toBeNull()
    expect((await tableTechnologies(OPERATOR, { ...state, filter: 'zi' })).total).toBe(1)
  })
})
