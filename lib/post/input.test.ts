import { describe, expect, it } from 'vitest'
import { createNoteSchema, updateNoteSchema } from '@/lib/note/input'
import { createPostSchema, updatePostSchema } from '@/lib/post/input'

const MEBIBYTE = 1_048_576

/** What the fields of notes and projects may hold; that the API refuses the rest with 422 is in tests/contract. */
const KINDS = {
  note: { create: createNoteSchema, update: updateNoteSchema, least: { title: 'Tea' } },
  project: { create: createPostSchema, update: updatePostSchema, least: { title: 'Tea', description: 'Hot.' } },
}

type Pass = [string, Record<string, string>]
type Fail = [string, string, unknown]
const PASS: { note: Pass[]; project: Pass[] } = {
  note: [
    ['a title of 1 character', { title: 'x' }],
    ['a title of 200 characters', { title: 'x'.repeat(200) }],
    ['a title of 200 emoji', { title: '🍵'.repeat(200) }],
    ['a title of joiners and marks among letters', { title: 'می\u200Cخواهم क्\u200Dष C++\u200F 👩\u200D💻 ❤\uFE0F' }],
    ['an empty about', { about: '' }],
    ['an about of 500 characters', { about: 'é'.repeat(500) }],
    ['an empty description', { description: '' }],
    ['a description of exactly 1 MiB', { description: `<p>${'x'.repeat(MEBIBYTE - 7)}</p>` }],
    ['a description of 1 MiB in letters of two bytes', { description: `<p>${'é'.repeat((MEBIBYTE - 8) / 2)}x</p>` }],
  ],
  project: [
    ['a title of 1 character', { title: 'x' }],
    ['a title of 200 characters', { title: 'x'.repeat(200) }],
    ['a title of 200 emoji', { title: '🍵'.repeat(200) }],
    ['a description of 1 character', { description: 'x' }],
    ['a description of 20,000 characters', { description: 'é'.repeat(20_000) }],
    ['a repository of 2,000 characters', { repo: 'https://example.org/'.padEnd(2_000, 'x') }],
    ['a link of 2,000 characters', { link: 'http://example.org/'.padEnd(2_000, 'x') }],
    ['a link with port, query and fragment', { link: 'https://example.org:8443/a/b?c=d&e=%20#f' }],
    ['blank addresses', { repo: '', link: '  ' }],
    ['technologies of 500 characters', { tech: 'x'.repeat(500) }],
    ['blank technologies', { tech: '' }],
  ],
}
const FAIL: { note: Fail[]; project: Fail[] } = {
  note: [
    ['an empty title', 'title', ''],
    ['a title of white space', 'title', ' \n\t '],
    ['a title of invisible characters', 'title', '\u200D\u3164\u2800\u202E'.repeat(50)],
    ['a title of combining marks', 'title', '\u0301'],
    ['a title of 201 characters', 'title', 'x'.repeat(201)],
    ['a title that is a number', 'title', 7],
    ['a title that is null', 'title', null],
    ['a title that is an object', 'title', { toString: 'x' }],
    ['a title with a NUL', 'title', 'a\u0000b'],
    ['an about of 501 characters', 'about', 'x'.repeat(501)],
    ['an about that is a list', 'about', ['x']],
    ['a description of more than 1 MiB', 'description', `<p>${'x'.repeat(MEBIBYTE - 6)}</p>`],
    ['a description of more than 1 MiB in letters of two bytes', 'description', 'é'.repeat(MEBIBYTE / 2 + 1)],
    ['a description that is an object', 'description', { html: 'x' }],
    ['a description with a NUL', 'description', '<p>a\u0000b</p>'],
  ],
  project: [
    ['an empty title', 'title', ''],
    ['a title of white space', 'title', ' \n\t '],
    ['a title of invisible characters', 'title', '\u200D\u3164\u2800\u202E'.repeat(50)],
    ['technologies of combining marks', 'tech', '\u0301'],
    ['a title of 201 characters', 'title', 'x'.repeat(201)],
    ['a title with a NUL', 'title', 'a\u0000b'],
    ['an empty description', 'description', ''],
    ['a description of white space', 'description', '   '],
    ['a description of 20,001 characters', 'description', 'x'.repeat(20_001)],
    ['a repository that is no address', 'repo', 'example.org/tea'],
    ['a repository by ssh', 'repo', 'ssh://git@example.org/tea.git'],
    ['a repository that is a script', 'repo', 'javascript:alert(1)'],
    ['a repository of 2,001 characters', 'repo', 'https://example.org/'.padEnd(2_001, 'x')],
    ['a link that is data', 'link', 'data:text/html,<p>tea'],
    ['a link without a host', 'link', 'https://'],
    ['a link with a space', 'link', 'https://example.org/a b'],
    ['a link of 2,001 characters', 'link', 'https://example.org/'.padEnd(2_001, 'x')],
    ['technologies of 501 characters', 'tech', 'x'.repeat(501)],
    ['pinned by another word', 'isPinned', 'yes'],
  ],
}

describe.each(['note', 'project'] as const)('a %s', (kind) => {
  const { create, update, least } = KINDS[kind]

  it.each(PASS[kind])('with %s is taken when it is made and when it is changed', (_, fields) => {
    const trimmed = Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, value.trim()]))
    expect(create.parse({ ...least, ...fields })).toMatchObject(trimmed)
    expect(update.parse(fields)).toEqual(trimmed)
  })

  it.each(FAIL[kind])('with %s is refused when it is made and when it is changed', (_, path, value) => {
    for (const result of [create.safeParse({ ...least, [path]: value }), update.safeParse({ [path]: value })]) {
      expect(result.error?.issues.map((issue) => issue.path.join('.'))).toEqual([path])
    }
  })
})
