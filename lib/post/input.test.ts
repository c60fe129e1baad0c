import { describe, expect, it } from 'vitest'
import { createNoteSchema, updateNoteSchema } from '@/lib/note/input'
import { createPostSchema, updatePostSchema } from '@/lib/post/input'

const MEBIBYTE = 1_048_576

const linkList = (count: number) =>
  JSON.stringify(Array.from({ length: count }, (_, at) => ({ label: `Link ${at}`, url: `https://example.org/${at}` })))

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
    ['a start and an end', { started: '2021-05', ended: '2023' }],
    ['a start within the year it ended', { started: '2023-05-01', ended: '2023' }],
    ['an end that has not come', { started: '2023', ended: 'ongoing' }],
    ['an end alone', { ended: '2023-04-30' }],
    ['a licence of 60 characters', { licence: 'x'.repeat(60) }],
    ['four links', { links: linkList(4) }],
    ['blank facts', { started: '', ended: '', usedBy: '', licence: '', links: '' }],
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
    ['a start without a zero', 'started', '2023-4'],
    ['a start in words', 'started', 'March 2023'],
    ['a start that is no day', 'started', '2023-02-29'],
    ['a start that goes on', 'started', 'ongoing'],
    ['an end in words', 'ended', 'now'],
    ['a licence of 61 characters', 'licence', 'x'.repeat(61)],
    ['links that are no JSON', 'links', 'https://example.org/'],
    ['links that are no list', 'links', '{}'],
    ['a link that is no link', 'links.0', '["https://example.org/"]'],
    ['five links', 'links', linkList(5)],
    ['a link without a name', 'links.0.label', '[{"label":" ","url":"https://example.org/"}]'],
    ['a link with a long name', 'links.0.label', `[{"label":"${'x'.repeat(41)}","url":"https://example.org/"}]`],
    ['a link without an address', 'links.0.url', '[{"label":"Docs","url":""}]'],
    ['a link that is a script', 'links.0.url', '[{"label":"Docs","url":"javascript:alert(1)"}]'],
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
    const [field = ''] = path.split('.')
    for (const result of [create.safeParse({ ...least, [field]: value }), update.safeParse({ [field]: value })]) {
      expect(result.error?.issues.map((issue) => issue.path.join('.'))).toEqual([path])
    }
  })
})

it('a project cannot have ended before it started', () => {
  for (const dates of [
    { started: '2023', ended: '2022' },
    { started: '2023-05-02', ended: '2023-05-01' },
    { started: '2023-05', ended: '2023-04-30' },
  ]) {
    for (const result of [
      createPostSchema.safeParse({ ...KINDS.project.least, ...dates }),
      updatePostSchema.safeParse(dates),
    ])
      expect(result.error?.issues).toMatchObject([{ path: ['ended'], message: 'Ended cannot be before Started.' }])
  }
})

it('says which forms a date has', () => {
  const { error } = updatePostSchema.safeParse({ started: 'March 2023', ended: '2023-4' })
  expect(error?.issues.map(({ message }) => message)).toEqual([
    'Started must be a date such as 2023, 2023-04 or 2023-04-01.',
    'Ended must be a date such as 2023, 2023-04 or 2023-04-01, or “ongoing”.',
  ])
})
