import { beforeEach, describe, expect, it } from 'vitest'
import { OPERATOR } from '@/lib/access/system-actors'
import { NO_FACTS } from '@/lib/content/post-facts'
import { createNote, updateNote } from '@/lib/note/server/mutations'
import { createPost } from '@/lib/post/server/mutations'
import { refreshSearch } from '@/lib/search/server/mutations'
import { find } from '@/lib/search/server/queries'
import { throwAwayDatabase } from '@/tests/support/unit-database'
import { listNamesInUse } from './queries'

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
