import { expect } from '@playwright/test'
import { z } from 'zod'
import type { ApiClient } from '../support/api-client'
import { test } from '../support/api-test'
import { makeNote, makePost, NOTE_FIELDS } from '../support/content'
import { expectAnswer, expectError } from '../support/shapes'

const foundShape = z.looseObject({
  total: z.int().min(0),
  results: z.array(
    z.looseObject({
      kind: z.enum(['project', 'note']),
      _id: z.string().min(1),
      title: z.string().min(1),
      path: z.string().regex(/^\/(?:note|post)\/[^/]+$/),
      extract: z.string(),
      tech: z.string(),
      createdAt: z.iso.datetime({ offset: false }),
    }),
  ),
})

const ask = async (client: ApiClient, query: string) =>
  expectAnswer(await client.get(`/api/find${query}`), 200, foundShape)

/** Words of their own, so that other tests' notes are not found. */
const newWord = () => `w${crypto.randomUUID().replace(/[^a-z]/g, '')}`

test('anybody finds notes and projects by title, text, code and technologies, the best first', async ({
  visitor,
  admin,
}) => {
  const [word, other] = [newWord(), newWord()]
  const note = await makeNote(admin.client, { title: 'On locks', description: `<p>Also ${word}.</p>` })
  const titled = await makeNote(admin.client, { title: `All of ${word} ${other}` })
  const project = await makePost(admin.client, { title: 'A boat', tech: `Rust, ${word}`, description: 'It floats.' })
  const answer = await ask(visitor, `?q=${word}`)
  expect(answer.total).toBe(3)
  expect(answer.results.map(({ _id }) => _id)).toEqual([titled._id, project, note._id])
  expect(answer.results[1]).toMatchObject({
    kind: 'project',
    title: 'A boat',
    path: `/post/${project}`,
    tech: `Rust, ${word}`,
  })
  expect(answer.results[2]).toMatchObject({
    kind: 'note',
    path: `/note/${note._id}`,
    tech: NOTE_FIELDS.tech,
    createdAt: note.createdAt,
  })
  expect(answer.results[2]?.extract).toContain(word)
  // What holds more of the words comes first.
  expect((await ask(visitor, `/?q=${word}%20${other}`)).results[0]?._id).toBe(titled._id)
})

test('a search is filtered by kind, technology and year, and paged', async ({ visitor, admin }) => {
  const word = newWord()
  const notes = [
    await makeNote(admin.client, { title: `One ${word}` }),
    await makeNote(admin.client, { title: `Two ${word}` }),
  ]
  const project = await makePost(admin.client, { title: `Three ${word}`, tech: 'C++' })
  const year = new Date().getUTCFullYear()
  const ids = async (query: string) => (await ask(visitor, `?q=${word}&${query}`)).results.map(({ _id }) => _id)
  expect(await ids('kind=project')).toEqual([project])
  expect((await ids('kind=note')).sort()).toEqual(notes.map(({ _id }) => _id).sort())
  expect(await ids('tech=c%2B%2B')).toEqual([project])
  expect(await ids('tech=C')).toEqual([])
  expect(await ids(`year=${year}&kind=&tech=`)).toHaveLength(3)
  expect(await ids('year=1999')).toEqual([])
  const paged = [...(await ids('limit=2&page=1')), ...(await ids('limit=2&page=2'))]
  expect(new Set(paged).size).toBe(3)
  expect(await ask(visitor, `?q=${word}&limit=2&page=3`)).toEqual({ total: 3, results: [] })
})

test('what is not public is not found by anybody, and is from the moment it is', async ({ visitor, admin }) => {
  const word = newWord()
  const { _id } = await makeNote(admin.client, { title: `Secret ${word}`, status: 'draft' } as object)
  for (const client of [visitor, admin.client]) expect((await ask(client, `?q=${word}`)).total).toBe(0)
  await admin.client.put(`/api/note/${_id}`, { status: 'published' })
  expect((await ask(visitor, `?q=${word}`)).total).toBe(1)
  await admin.client.put(`/api/note/${_id}`, { title: 'Something else' })
  expect((await ask(visitor, `?q=${word}`)).total).toBe(0)
  await admin.client.put(`/api/note/${_id}`, { title: `Again ${word}` })
  await admin.client.delete(`/api/note/${_id}`)
  expect((await ask(visitor, `?q=${word}`)).total).toBe(0)
})

test('a blank search finds nothing, and no answer is cached', async ({ visitor }) => {
  for (const query of ['', '?q=', '?q=%20', '?q=%3F%21']) {
    expect(await ask(visitor, query)).toEqual({ total: 0, results: [] })
  }
  expect((await visitor.get('/api/find?q=a')).headers['cache-control']).toContain('no-store')
})

test('a pasted title is answered by its rarest words, and the page says which', async ({ visitor, admin }) => {
  const [word, other] = [newWord(), newWord()]
  const title = `What ${word} has to do with ${other}, and why one of both was not in the answer of that one search`
  const { _id } = await makeNote(admin.client, { title })
  const query = `?q=${encodeURIComponent(title)}`
  const answer = await ask(visitor, query)
  expect(answer.results[0]?._id).toBe(_id)
  expect(answer.searched).toEqual(expect.arrayContaining([word, other]))
  expect(answer.searched).toHaveLength(8)
  const { text } = await visitor.get(`/find${query}`)
  expect(text).toContain(`Looked for its rarest words: “${(answer.searched as string[]).join('”, “')}”.`)
  expect((await ask(visitor, `?near=/note/about-${word}`)).results.map((found) => found._id)).toEqual([_id])
})

test('a search beyond the limits is refused with the field', async ({ visitor }) => {
  const beyond = {
    q: ['x'.repeat(1_001), '%00'],
    near: ['x'.repeat(1_001)],
    kind: ['page'],
    tech: ['x'.repeat(101)],
    year: ['soon'],
    limit: ['0', '51', '-1'],
    page: ['0', '11', 'x'],
  }
  for (const [name, values] of Object.entries(beyond)) {
    for (const value of values) {
      const answer = await visitor.get(`/api/find?${name === 'q' ? '' : 'q=a&'}${name}=${value}`)
      expectError(answer, 422)
      expect(answer.json()).toMatchObject({ issues: [{ path: name }] })
    }
  }
})
