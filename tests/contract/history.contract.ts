import { expect } from '@playwright/test'
import type { ApiClient } from '../support/api-client'
import { test } from '../support/api-test'
import { makeNote, makePage, makePost, readPost } from '../support/content'
import { png } from '../support/pictures'
import { expectAnswer, expectError, madeShape, messageShape, pictureShape } from '../support/shapes'

// The word that stands in the first revision alone.
const OLD = 'qxzold'

const KINDS = [
  {
    kind: 'note',
    make: async (client: ApiClient) =>
      (await makeNote(client, { title: 'On tea', about: OLD, description: `<p>It is ${OLD} and hot.</p>` }))._id,
    change: (client: ApiClient, id: string) =>
      client.put(`/api/note/${id}`, { about: 'new', description: '<p>It is very <b>hot</b>.</p>' }),
    words: [`<del>${OLD} and hot</del><ins>very <b>hot</b></ins>`, 'Changed', `<del>${OLD}</del><ins>new</ins>`],
  },
  {
    kind: 'post',
    make: async (client: ApiClient) =>
      makePost(client, { description: `It is ${OLD} and hot.`, alt: `${OLD} alt`, image: { file: await png() } }),
    change: (client: ApiClient, id: string) =>
      client.form('PUT', `/api/post/${id}`, { description: 'It is hot.', removeImage: '1' }),
    words: [`<del> ${OLD} and</del>`, 'width="', `alt="${OLD} alt"`],
  },
  {
    kind: 'page',
    make: async (client: ApiClient) => (await makePage(client, { description: `<p>It is ${OLD} and hot.</p>` }))._id,
    change: (client: ApiClient, id: string) =>
      client.put(`/api/page/${id}`, { footer: '7', description: '<p>It is very <b>hot</b>.</p>' }),
    words: [`<del>${OLD} and hot</del><ins>very <b>hot</b></ins>`, 'Footer position'],
  },
] as const

/** The numbers of the revisions on a page, newest first. */
const revisionsIn = (html: string) => [...html.matchAll(/name="from"[^>]*value="(\d+)"/g)].map(([, number]) => number)

for (const { kind, make, change, words } of KINDS) {
  test.describe(`the history of a ${kind}`, () => {
    const pathOf = (id: string) => `/${kind}/history/${id}`

    test('shows admins who wrote what and when, and what differs, without a script', async ({ admin }) => {
      const { client, name } = admin
      const id = await make(client)
      const first = await client.get(pathOf(id))
      expect(first.status).toBe(200)
      expect(first.text).toContain(OLD)
      expect(first.text).not.toContain(`<del>${OLD}`)
      expectAnswer(await change(client, id), 200, madeShape)

      const { status, text, headers } = await client.get(pathOf(id))
      expect(status).toBe(200)
      expect(String(headers['cache-control'])).toMatch(/no-store|private/)
      expect(text).toMatch(/<meta name="robots" content="noindex/)
      const html = text.replaceAll('<!-- -->', '')
      for (const part of [name, ...words]) expect(html).toContain(part)
      const numbers = revisionsIn(html)
      expect(numbers).toHaveLength(2)
      const [newer, older] = numbers
      // Whichever is named first, the later one is what the earlier has become.
      const swapped = await client.get(`${pathOf(id)}?from=${newer}&to=${older}`)
      expect(swapped.text.replaceAll('<!-- -->', '')).toContain(words[0])
      const alone = (await client.get(`${pathOf(id)}?from=${newer}&to=${newer}`)).text
      expect(alone).toContain(', in full.')
      expect(alone).not.toContain(`<del>${OLD}`)
    })

    test('goes back to a revision in a working copy, and nowhere else', async ({ admin, member, visitor }) => {
      const { client } = admin
      const id = await make(client)
      await change(client, id)
      const numbers = revisionsIn((await client.get(pathOf(id))).text)
      const call = `/api/history/${numbers.at(-1)}`
      for (const [other, status] of [
        [visitor, 401],
        [member.client, 403],
      ] as const) {
        expectError(await other.post(call, {}), status)
      }
      for (const unknown of ['0', '999999999', 'x', '1e3', id]) {
        expectError(await client.post(`/api/history/${unknown}`, {}), 404)
      }
      expectAnswer(await client.post(call, {}), 200, messageShape)
      const copy = await client.get(`/api/working-copy/${id}`)
      expect([copy.status, copy.text.includes(OLD)]).toEqual([200, true])
      for (const reader of [client, visitor]) {
        expect((await reader.get(`/api/${kind}/${id}`)).text).not.toContain(OLD)
      }
      // What was written there is not lost when another takes its place, and is its writer's alone.
      expectAnswer(await client.post(`/api/history/${numbers[0]}`, {}), 200, messageShape)
      expect((await client.get(`/api/working-copy/${id}`)).text).not.toContain(OLD)
      expect((await client.get(pathOf(id))).text).toContain('“Changes” were written beside the public text')
      expect((await client.delete(`/api/${kind}/${id}`)).status).toBe(200)
      expectError(await client.post(call, {}), 404)
    })

    test('has what was saved by hand, once, and stays as long as it is, whatever is typed after it', async ({
      admin,
      member,
      visitor,
    }) => {
      const { client } = admin
      const id = await make(client)
      const keep = (by: ApiClient, of: object) => by.post('/api/history/new', of)
      const count = async () => revisionsIn((await client.get(pathOf(id))).text).length
      const form = { kind, owner: admin.id, isNew: false, baseVersion: 1, base: {}, writer: 'a form' }
      const type = async (title: string, sequence: number, on: { _id: string; version: number } | null) => {
        const saved = await client.put(`/api/working-copy/${id}`, { ...form, fields: { title }, sequence, on })
        expect(saved.status).toBe(200)
        const { _id, version } = saved.json() as { _id: string; version: number }
        return { _id, version }
      }
      // Nothing is written beside it: it is in the history as it is.
      expectAnswer(await keep(client, { kind, id }), 200, messageShape)
      expect(await count()).toBe(1)
      const first = await type('Seventeen words', 2, null)
      expectAnswer(await keep(client, { kind, id }), 200, messageShape)
      expectAnswer(await keep(client, { kind, id }), 200, messageShape)
      await type('Four words', 4, first)
      expect(await count()).toBe(2)
      expect((await client.get(pathOf(id))).text).toContain('Seventeen words')
      expect((await visitor.get(`/api/${kind}/${id}`)).text).not.toContain('Seventeen words')

      expectError(await keep(visitor, { kind, id }), 401)
      expectError(await keep(member.client, { kind, id }), 403)
      expectError(await keep(client, { kind: 'user', id }), 422)
      expectError(await keep(client, { kind }), 422)
      for (const unknown of ['unknown', crypto.randomUUID()])
        expectError(await keep(client, { kind, id: unknown }), 404)
      expect((await client.delete(`/api/${kind}/${id}`)).status).toBe(200)
      expectError(await keep(client, { kind, id }), 404)
    })

    test('is for admins alone, of what is not in the trash, and of that row', async ({ admin, member, visitor }) => {
      const { client } = admin
      const id = await make(client)
      await change(client, id)
      for (const other of [visitor, member.client]) {
        const refused = await other.get(pathOf(id))
        expect(refused.status).toBe(403)
        expect(refused.text).not.toContain(OLD)
      }
      for (const address of [`/${kind}/${id}`, `/${kind}/${id}.md`, `/api/${kind}/${id}`, `/api/${kind}`]) {
        const { text } = await visitor.get(address)
        expect([address, text.includes(OLD)]).toEqual([address, false])
      }
      expect((await client.get(`/api/${kind}/${id}`)).text).not.toContain(OLD)

      const other = await make(client)
      const [number] = revisionsIn((await client.get(pathOf(other))).text)
      for (const query of [`?from=${number}&to=${number}`, '?from=999999999&to=999999999']) {
        const { status, text } = await client.get(pathOf(id) + query)
        expect(status).toBe(200)
        expect(text).toContain('no longer stored')
      }
      for (const query of ['?from=x&to=-1', '?from=1e3', '?to=99999999999999999999', '?from=1&from=2']) {
        expect([query, (await client.get(pathOf(id) + query)).status]).toEqual([query, 200])
      }

      for (const unknown of ['unknown', crypto.randomUUID(), `${id}x`]) {
        expect((await client.get(pathOf(unknown))).status).toBe(404)
      }
      expect((await client.delete(`/api/${kind}/${id}`)).status).toBe(200)
      const trashed = await client.get(pathOf(id))
      expect(trashed.status).toBe(404)
      expect(trashed.text).not.toContain(OLD)
    })
  })
}

test('a revision shows the picture that has replaced its own, and brings that back', async ({ admin }) => {
  const { client } = admin
  const id = await makePost(client, { image: { file: await png() }, alt: OLD })
  const [{ _id, url } = { _id: '', url: '' }] = (await readPost(client, id)).image
  expectAnswer(await client.form('PUT', `/api/post/${id}`, { removeImage: '1' }), 200, madeShape)
  const image = { file: await png({ width: 60, height: 90 }) }
  const replaced = expectAnswer(await client.form('PUT', `/api/media/${_id}`, { image }), 200, pictureShape)
  const { text } = await client.get(`/post/history/${id}`)
  expect(text).not.toContain('is no longer stored')
  expectAnswer(await client.post(`/api/history/${revisionsIn(text).at(-1)}`, {}), 200, messageShape)
  const copy = (await client.get(`/api/working-copy/${id}`)).text
  expect([copy.includes(replaced.url), copy.includes(url), copy.includes(OLD)]).toEqual([true, false, true])
})
