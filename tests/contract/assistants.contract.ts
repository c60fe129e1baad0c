import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { expect } from '@playwright/test'
import { SCOPES, type Scope } from '@/lib/calls/call'
import type { ApiClient } from '../support/api-client'
import { type Person, test } from '../support/api-test'
import { readAuditLog } from '../support/audit'
import { makeNote, makePost, readNote, readPost } from '../support/content'
import { png } from '../support/pictures'
import { expectError } from '../support/shapes'
import { site } from '../support/site'

const PATH = '/api/mcp'
const CHALLENGE = 'Bearer realm="colophon"'
const ERAS = [
  ['2026-07-28', { pin: '2026-07-28' }],
  ['2025-11-25', 'legacy'],
] as const
type Mode = (typeof ERAS)[number][1]

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

async function makeToken({ client }: Person, ...scopes: readonly Scope[]): Promise<string> {
  const made = await client.post('/api/token/new', { name: 'Assistant', scopes, days: 7 })
  expect(made.status, made.text).toBe(201)
  return (made.json() as { token: string }).token
}

type Result = { isError: boolean; texts: string[]; structured: unknown }

/** The official client, as an assistant's program uses it. */
async function assistant(token: string, mode: Mode = { pin: '2026-07-28' }) {
  const client = new Client({ name: 'Assistant', version: '1' }, { versionNegotiation: { mode } })
  const requestInit = { headers: bearer(token) }
  await client.connect(new StreamableHTTPClientTransport(new URL(PATH, site.baseUrl), { requestInit }))
  const call = async (name: string, args: Record<string, unknown> = {}): Promise<Result> => {
    const { isError = false, content, structuredContent } = await client.callTool({ name, arguments: args })
    return {
      isError: isError === true,
      texts: content.map((part) => ('text' in part ? part.text : '')),
      structured: structuredContent,
    }
  }
  const done = async (name: string, args: Record<string, unknown> = {}) => {
    const result = await call(name, args)
    expect(result.isError, result.texts.join('\n')).toBe(false)
    return result
  }
  return {
    client,
    done,
    written: async (name: string, args: Record<string, unknown>) =>
      JSON.parse((await done(name, args)).texts[0] ?? '') as {
        _id: string
        etag: string
        status: string
        lost: string[]
      },
    read: async (name: string, args: Record<string, unknown>) => {
      const [state = '', note = '', text = ''] = (await done(name, args)).texts
      expect(note).toContain('data')
      return { ...(JSON.parse(state) as { etag: string; nextOffset?: number }), text }
    },
    async refused(code: string, name: string, args: Record<string, unknown> = {}) {
      const { isError, texts } = await call(name, args)
      expect(isError, texts.join('\n')).toBe(true)
      const [first = '', advice = '', details = ''] = (texts[0] ?? '').split('\n')
      expect(first).toContain(`[${code}] `)
      expect(advice).not.toBe('')
      return JSON.parse(details) as { code: string; etag?: string; issues?: Array<{ path: string }> }
    },
  }
}

const message = (method: string, params: object = {}) => ({ jsonrpc: '2.0', id: 7, method, params })

/** One message as older clients send it. */
const post = (client: ApiClient, body: unknown, headers: Record<string, string> = {}) =>
  client.post(PATH, body, { accept: 'application/json, text/event-stream', ...headers })

for (const [era, mode] of ERAS)
  test.describe(`an assistant of ${era}`, () => {
    test('finds few tools, and may use those that its token opens', async ({ newPerson }) => {
      const person = await newPerson('admin')
      const { client } = await assistant(await makeToken(person, ...SCOPES), mode)
      expect(client.getServerCapabilities()).toEqual({ tools: {} })
      expect(client.getInstructions()).toContain('data')
      const { tools } = await client.listTools()
      expect(tools.length).toBeLessThanOrEqual(16)
      expect(Buffer.byteLength(JSON.stringify(tools))).toBeLessThanOrEqual(24_000)
      const { client: reader } = await assistant(await makeToken(person, 'read'), mode)
      expect((await reader.listTools()).tools.map(({ name }) => name)).toEqual([
        ...['note_list', 'note_read', 'post_list', 'post_read', 'find'],
      ])
    })

    test('writes a note, corrects it, meets a conflict, and publishes it', async ({ newPerson, visitor, admin }) => {
      const person = await newPerson('admin')
      const { written, read, refused, done } = await assistant(await makeToken(person, ...SCOPES), mode)
      const { _id, status } = await written('note_create', { markdown: '---\ntitle: Kettles\n---\n\nThey biol. $&\n' })
      admin.client.made.push(`/api/note/${_id}`)
      expect(status).toBe('draft')
      const first = await read('note_read', { id: _id })
      expect(first.text).toContain('title: "Kettles"')
      const change = { id: _id, etag: first.etag, replace: { old: 'biol', new: 'boil $& $1' } }
      expect(
        await refused('invalid', 'note_update', { ...change, replace: { old: 'not there', new: '' } }),
      ).toMatchObject({
        issues: [{ path: 'replace.old' }],
      })
      expect((await refused('invalid', 'note_update', { ...change, markdown: 'x' })).issues).toHaveLength(1)
      const second = await written('note_update', change)
      expect(second.status).toBe('draft')
      for (const args of [change, { id: _id, etag: first.etag, markdown: first.text }])
        expect(await refused('conflict', 'note_update', args)).toEqual({
          code: 'conflict',
          status: 412,
          etag: second.etag,
        })
      expect((await visitor.get(`/api/note/${_id}`)).status).toBe(404)
      await refused('conflict', 'note_publish', { id: _id, etag: first.etag })
      const published = await written('note_publish', { id: _id, etag: second.etag })
      expect(published.status).toBe('published')
      expect(await readNote(visitor, _id)).toMatchObject({
        title: 'Kettles',
        description: '<p>They boil $&amp; $1. $&amp;</p>',
      })
      expect((await done('find', { q: 'Kettles', limit: 5 })).structured).toMatchObject({ results: [{ _id }] })
      expect((await done('note_list', { status: 'published' })).texts[0]).toContain('data')
      await done('note_trash', { id: _id })
      expect((await visitor.get(`/api/note/${_id}`)).status).toBe(404)
      const log = await readAuditLog(admin.client, _id)
      expect(log.map(({ action }) => action)).toEqual(
        expect.arrayContaining(['note.create', 'note.update', 'note.trash']),
      )
      for (const { via } of log) expect(via).toMatch(/ Assistant$/)
    })

    test('leaves what readers see until it publishes', async ({ newPerson, visitor, admin }) => {
      const { written, read, refused } = await assistant(await makeToken(await newPerson('admin'), ...SCOPES), mode)
      const id = await makePost(admin.client, { title: 'Kettle', story: '<p>Cold</p>' })
      const { etag, text } = await read('post_read', { id })
      const waiting = await written('post_update', { id, etag, markdown: text.replace('Cold', 'Warm') })
      expect(waiting.status).toBe('waiting')
      expect(await readPost(visitor, id)).toMatchObject({ story: '<p>Cold</p>' })
      const hidden = (await read('post_read', { id })).text.replace('draft: false', 'draft: true')
      await refused('forbidden', 'post_update', { id, etag: waiting.etag, markdown: hidden })
      await refused('forbidden', 'post_create', { markdown: '---\ntitle: A\ndescription: B\ndraft: false\n---\n' })
      expect(await written('post_publish', { id, etag: waiting.etag })).toMatchObject({ status: 'published' })
      expect(await readPost(visitor, id)).toMatchObject({ title: 'Kettle', story: '<p>Warm</p>' })
    })
  })

test('a long text is read in parts, and a draft is scheduled', async ({ newPerson, admin }) => {
  const { read, written } = await assistant(await makeToken(await newPerson('admin'), ...SCOPES))
  const { _id: id } = await makeNote(admin.client, {
    status: 'draft',
    description: `<p>${'🫖'.repeat(50_000)}</p>`,
  } as object)
  const first = await read('note_read', { id })
  expect([...first.text]).toHaveLength(40_000)
  expect(first.nextOffset).toBe(40_000)
  const second = await read('note_read', { id, offset: first.nextOffset })
  expect(second.nextOffset).toBeUndefined()
  expect((first.text + second.text).match(/🫖/gu)).toHaveLength(50_000)
  const date = new Date(Date.now() + 86_400_000).toISOString()
  expect(await written('note_publish', { id, etag: first.etag, date })).toMatchObject({ status: 'scheduled' })
})

test('projects are made and listed, a picture is copied, and a draft is shown to others', async ({
  newPerson,
  admin,
}) => {
  const { written, done, refused } = await assistant(await makeToken(await newPerson('admin'), ...SCOPES))
  const { _id: id } = await written('post_create', {
    markdown: '---\ntitle: Pot\ndescription: For tea.\n---\n\nIt *pours*.\n',
  })
  admin.client.made.push(`/api/post/${id}`)
  const { structured } = await done('post_list', { status: 'draft', limit: 100 })
  const { items } = structured as { items: object[] }
  expect(items).toContainEqual(expect.objectContaining({ _id: id, title: 'Pot', status: 'draft' }))
  expect(Object.keys(items[0] ?? {})).not.toContain('story')
  const [link = ''] = (await done('preview_create', { kind: 'post', id, days: 1 })).texts
  const { pathname } = new URL((JSON.parse(link) as { data: { url: string } }).data.url)
  expect((await admin.client.get(pathname)).text).toContain('<em>pours</em>')
  const stored = await admin.client.form('POST', '/api/media/new', { image: { file: await png() } })
  const { url } = stored.json() as { url: string }
  expect(JSON.parse((await done('picture_copy', { address: url, alt: 'A pot' })).texts[0] ?? '')).toMatchObject({
    width: expect.any(Number),
  })
  await refused('not_found', 'post_read', { id: 'unknown' })
  expect(await refused('invalid', 'post_create', { markdown: '---\ntitle: ""\n---\n' })).toMatchObject({
    issues: [{ path: 'title' }, { path: 'description' }],
  })
  expect(await refused('invalid', 'preview_create', { kind: 'song', id })).toMatchObject({ issues: [{ path: 'kind' }] })
  await done('post_trash', { id })
})

test('without a token, or with one that does not open the tool, the answer is that of HTTP', async ({
  newPerson,
  admin,
  visitor,
}) => {
  const list = message('tools/list')
  const nobody = await post(visitor, list)
  expectError(nobody, 401)
  expect(nobody.headers['www-authenticate']).toBe(CHALLENGE)
  // A session is no token: no page can have a browser use it.
  expectError(await post(admin.client, list), 401)
  const unknown = await post(admin.client, list, bearer(`colophon_${'a'.repeat(46)}`))
  expectError(unknown, 401)
  expect(unknown.headers['www-authenticate']).toBe(`${CHALLENGE}, error="invalid_token"`)
  const token = bearer(await makeToken(await newPerson('admin'), 'read', 'write'))
  for (const [name, scope] of [
    ['note_publish', 'publish'],
    ['note_trash', 'trash'],
  ]) {
    const refused = await post(visitor, message('tools/call', { name, arguments: { id: 'a', etag: '' } }), token)
    expectError(refused, 403)
    expect(refused.headers['www-authenticate']).toBe(`${CHALLENGE}, error="insufficient_scope", scope="${scope}"`)
  }
  const foreign = { ...token, origin: 'https://evil.example' }
  expectError(await post(visitor, list, foreign), 403)
})

test('it opens no stream, takes one message at a time, and is stored nowhere', async ({ newPerson, visitor }) => {
  const token = bearer(await makeToken(await newPerson('admin'), 'read'))
  const list = message('tools/list')
  const answer = await post(visitor, list, token)
  expect(answer.status).toBe(200)
  expect(answer.headers).toMatchObject({ 'content-type': 'application/json', 'cache-control': 'private, no-store' })
  const batch = await post(visitor, [list, list], token)
  expect([batch.status, batch.json()]).toMatchObject([400, { error: { code: -32600 }, id: null }])
  const listen = await post(visitor, message('subscriptions/listen'), token)
  expect([listen.status, listen.json()]).toMatchObject([404, { error: { code: -32601 }, id: 7 }])
  expect((await post(visitor, message('tools/call', { name: 'settings_update' }), token)).json()).toMatchObject({
    error: { code: -32602 },
  })
  for (const method of ['GET', 'DELETE']) {
    const refused = await visitor.send(method, PATH, { headers: { ...token, accept: 'text/event-stream' } })
    expectError(refused, 405)
    expect(refused.headers.allow).toBe('POST')
  }
  const large = message('tools/call', { name: 'find', arguments: { q: 'x'.repeat(4_194_304) } })
  expectError(await post(visitor, large, token), 413)
  expectError(
    await visitor.send('POST', PATH, { body: '{', headers: { ...token, 'content-type': 'application/json' } }),
    400,
  )
  expectError(
    await visitor.send('POST', PATH, { body: '{}', headers: { ...token, 'content-type': 'text/plain' } }),
    415,
  )
})
