import { expect } from '@playwright/test'
import { ApiClient, multipart, newAddress, type SendOptions } from '../support/api-client'
import { newAccount, type Person, test, trySignIn } from '../support/api-test'
import { fillIds, type Ids, ROUTES, WRITES } from '../support/calls'
import {
  listNotes,
  listPosts,
  makeNote,
  makePage,
  makePost,
  NOTE_FIELDS,
  POST_FIELDS,
  readNote,
} from '../support/content'
import { png } from '../support/pictures'
import { expectAnswer, expectError, messageShape, noteSavedShape } from '../support/shapes'
import { site } from '../support/site'

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const
const MEBIBYTE = 1_048_576
const JSON_BODY_MAX_BYTES = 4 * MEBIBYTE

async function makeIds(admin: Person, user: string): Promise<Ids> {
  const page = (await makePage(admin.client))._id
  return { user, page, post: await makePost(admin.client), note: (await makeNote(admin.client))._id }
}

test.describe('paths', () => {
  test('every GET answers the same with and without a trailing slash, and HEAD its headers alone', async ({
    admin,
    member,
  }) => {
    const ids = await makeIds(admin, member.id)
    for (const { path } of ROUTES.filter((route) => route.methods.some((method) => method === 'GET'))) {
      const { client } = /^\/api\/(working-copy|cv|redirect|media)/.test(path) ? admin : member
      const filled = fillIds(path, ids)
      const plain = await client.get(filled)
      const slashed = await client.get(`${filled}/`)
      expect([plain.status, slashed.status], path).toEqual([200, 200])
      expect(slashed.headers.location, path).toBeUndefined()
      if (!path.startsWith('/api/health')) expect(slashed.json(), path).toEqual(plain.json())
      for (const slash of ['', '/']) {
        const head = await client.send('HEAD', `${filled}${slash}`)
        expect(head.status, path).toBe(200)
        for (const name of ['content-type', 'cache-control']) expect(head.headers[name], path).toBe(plain.headers[name])
        expect(head.bytes).toHaveLength(0)
      }
      if (client === admin.client) expect((await member.client.send('HEAD', filled)).status, path).toBe(403)
    }
  })

  test('every write answers the same with and without a trailing slash', async ({ admin, newPerson }) => {
    const person = await newPerson('admin')
    const credentials = { email: person.email, password: person.password }
    for (const slash of ['', '/']) {
      const { client } = person
      const made = await client.form('POST', `/api/post/new${slash}`, POST_FIELDS)
      const { _id: post } = expectAnswer(made, 201, messageShape) as { _id: string; message: string }
      expectAnswer(await client.form('PUT', `/api/post/${post}${slash}`, { title: 'Other' }), 200, messageShape)
      expectAnswer(await client.delete(`/api/post/${post}${slash}`), 200, messageShape)
      const note = expectAnswer(await client.post(`/api/note/new${slash}`, NOTE_FIELDS), 201, noteSavedShape)._id
      expectAnswer(await client.put(`/api/note/${note}${slash}`, { title: 'Other' }), 200, messageShape)
      expectAnswer(await client.delete(`/api/note/${note}${slash}`), 200, messageShape)
      expectAnswer(await client.put(`/api/user/profile/${person.id}${slash}`, { name: 'New' }), 200, messageShape)
      expectAnswer(await client.post(`/api/user/logout${slash}`), 200, messageShape)
      expectAnswer(await client.post(`/api/user/signin${slash}`, credentials), 200, messageShape)
      expectError(await client.post(`/api/user/signup${slash}`, { ...newAccount(), email: admin.email }), 409, 'email')
    }
  })

  test('an unknown path answers 404 as JSON to every method', async ({ visitor, admin }) => {
    for (const path of [
      ...['/api', '/api/', '/api/nothing', '/api/nothing/', '/api/user', '/api/user/profile', '/api/user/profile/a/b'],
      ...['/api/post/a/b', '/api/note/new/new', '/api/health', '/api/post.json'],
    ]) {
      for (const method of ['GET', 'POST', 'PUT', 'DELETE', 'PATCH']) expectError(await visitor.send(method, path), 404)
      expectError(await admin.client.send('POST', path), 404)
    }
  })

  test('a path that cannot be decoded is refused without a server error', async ({ visitor }) => {
    for (const path of ['/api/post/%E0%A4%A', '/api/note/%', '/api/user/profile/%FF']) {
      const answer = await visitor.get(path)
      expect([400, 404], `${path}: ${answer.text}`).toContain(answer.status)
    }
  })
})

test.describe('methods', () => {
  test('a path answers 405 with Allow to every method that it does not take', async ({ visitor, admin, member }) => {
    const ids = await makeIds(admin, member.id)
    for (const { path, methods } of ROUTES) {
      const allowed = new Set<string>(methods)
      if (allowed.has('GET')) allowed.add('HEAD')
      for (const method of METHODS.filter((method) => !allowed.has(method))) {
        for (const [client, slash] of [
          [visitor, ''],
          [admin.client, '/'],
        ] as const) {
          const answer = await client.send(method, `${fillIds(path, ids)}${slash}`)
          expect(answer.status, `${method} ${path}${slash}`).toBe(405)
          const allow = String(answer.headers.allow).split(/\s*,\s*/)
          expect(allow.filter((name) => name !== 'HEAD' && name !== 'OPTIONS').sort()).toEqual([...methods].sort())
          if (method !== 'HEAD') expectError(answer, 405)
        }
      }
    }
    expect((await admin.client.get(`/api/post/${ids.post}`)).status).toBe(200)
    expect((await admin.client.get(`/api/note/${ids.note}`)).status).toBe(200)
  })

  test('OPTIONS tells which methods a path takes, and nothing else', async ({ visitor, admin, member }) => {
    const ids = await makeIds(admin, member.id)
    for (const { path, methods } of ROUTES) {
      const answer = await visitor.send('OPTIONS', fillIds(path, ids))
      expect(answer.status).toBe(204)
      expect(String(answer.headers.allow).split(/\s*,\s*/)).toEqual(expect.arrayContaining([...methods, 'OPTIONS']))
    }
  })

  test('TRACE is refused with 405', async ({ visitor }) => {
    for (const path of ['/api/post', '/api/user/signin', '/api/health/live']) {
      expect((await visitor.send('TRACE', path)).status).toBe(405)
    }
  })
})

// Which headers are another site's: lib/api/server/same-origin.test.ts.
test.describe('writes from another origin', () => {
  const ownOrigin = new URL(site.baseUrl).origin
  const FOREIGN: Record<string, string>[] = [{ origin: 'https://evil.example' }, { 'sec-fetch-site': 'cross-site' }]

  test('are refused, all of the contract, new tokens and imports, and change nothing', async ({ admin, visitor }) => {
    const ids = { ...(await makeIds(admin, admin.id)), session: 'unknown', password: admin.password }
    const before = [await listPosts(visitor), await listNotes(visitor)]
    const { client } = admin
    const image = await png()
    for (const headers of FOREIGN) {
      const stranger = new ApiClient(site.baseUrl, newAddress())
      const account = newAccount()
      const answers = [
        await client.post('/api/user/logout', undefined, headers),
        await stranger.post('/api/user/signup', account, headers),
        await trySignIn(stranger, admin, headers),
        await client.post('/api/token/new', { name: 'Foreign', scopes: ['read'], days: 7 }, headers),
        await client.post('/api/move/new', { name: 'site.zip', bytes: 100 }, headers),
      ]
      for (const write of Object.values(WRITES)) answers.push(await write(client, { ids, headers, image }))
      for (const answer of answers) {
        expect(answer.status, `${answer.method} ${answer.path} with ${Object.keys(headers)}`).toBe(403)
        expectError(answer, 403)
        expect(answer.setCookies).toEqual([])
      }
      expect([await listPosts(visitor), await listNotes(visitor)]).toEqual(before)
      expect((await client.get('/api/user/loggedIn')).status).toBe(200)
      expectError(await trySignIn(stranger, account), 401)
    }
  })

  test('are told from our own, and from those of a script, which names none', async ({ admin }) => {
    for (const headers of [{ origin: ownOrigin, 'sec-fetch-site': 'same-origin' }, {}] as Record<string, string>[])
      expectAnswer(await admin.client.post('/api/note/new', NOTE_FIELDS, headers), 201, noteSavedShape)
  })

  test('a foreign write is refused before its body is read', async ({ admin }) => {
    const headers = { origin: 'https://evil.example', 'content-length': '1000', 'content-type': 'application/json' }
    expectError(await admin.client.send('POST', '/api/note/new', { headers, withholdBody: true }), 403)
  })

  test('a foreign origin comes before every other reason to refuse', async ({ visitor }) => {
    const headers = { origin: 'https://evil.example', 'content-type': 'text/plain' }
    for (const [method, path] of [
      ['DELETE', '/api/post/new'],
      ['POST', '/api/note/new'],
      ['PUT', '/api/note/unknown'],
      ['POST', '/api/user/signin'],
    ] as const) {
      expectError(await visitor.send(method, path, { headers, body: '{' }), 403)
    }
  })

  test('another origin may read what everybody may, and no answer shares itself by CORS', async ({ visitor }) => {
    const headers = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
    for (const path of ['/api/post', '/api/note', '/api/user/loggedIn']) {
      const answer = await visitor.get(path, headers)
      expect([200, 401]).toContain(answer.status)
      expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control-'))).toEqual([])
    }
    const preflight = await visitor.send('OPTIONS', '/api/note/new', {
      headers: { ...headers, 'access-control-request-method': 'POST' },
    })
    expect(Object.keys(preflight.headers).filter((name) => name.startsWith('access-control-'))).toEqual([])
  })
})

test.describe('bodies', () => {
  const json = { 'content-type': 'application/json' }

  // What is JSON: lib/api/server/json-body.test.ts.
  test('where JSON is wanted, anything else is refused: with 415, 400, 422 or 413', async ({ visitor, admin }) => {
    const ids = await makeIds(admin, admin.id)
    const before = await readNote(visitor, ids.note)
    const tooLarge = Buffer.alloc(JSON_BODY_MAX_BYTES + 1, ' ')
    tooLarge.write('{}')
    for (const [client, method, path] of [
      [visitor, 'POST', '/api/user/signup'],
      [visitor, 'POST', '/api/user/signin'],
      [admin.client, 'PUT', '/api/user/profile/:id'],
      [admin.client, 'POST', '/api/note/new'],
      [admin.client, 'PUT', '/api/note/:id'],
    ] as const) {
      const call = fillIds(path, ids)
      const send = (body: string | Buffer, headers: Record<string, string> = json) =>
        client.send(method, call, { headers, body })
      for (const headers of [{ 'content-type': 'text/plain' }, {}] as Record<string, string>[])
        expectError(await send('{"title":"x"}', headers), 415)
      expectError(await client.form(method, call, { title: 'x' }), 415)
      for (const body of ['', '{"title":"x"', Buffer.from('{"title":"\xff\xfe","name":"\xff\xfe"}', 'latin1')])
        expectError(await send(body), 400)
      for (const body of ['null', '[{"title":"x"}]']) expectError(await send(body), 422)
      expectError(await send(tooLarge), 413)
      expectError(await client.send(method, call, { headers: json, body: tooLarge, chunked: true }), 413)
    }
    expect(await readNote(visitor, ids.note)).toEqual(before)
  })

  test('of strangers are read no more than its form can hold', async ({ visitor }) => {
    const body = Buffer.alloc(33 * 1024, ' ')
    for (const [path, type] of [
      ['/api/user/signin', 'application/json'],
      ['/api/user/signup', 'application/json'],
      ['/api/auth/callback/credentials', 'application/json'],
      ['/api/auth/callback/credentials', 'application/x-www-form-urlencoded'],
      ['/api/auth/signin/credentials', 'application/x-www-form-urlencoded'],
      ['/api/auth/signout', 'application/x-www-form-urlencoded'],
      ['/api/auth/anything', 'text/plain'],
    ] as const) {
      const headers = { 'content-type': type }
      expectError(await visitor.send('POST', path, { headers, body }), 413)
      expectError(await visitor.send('POST', path, { headers, body, chunked: true }), 413)
    }
  })

  test('no stranger writes into the log', async ({ visitor }) => {
    const entry = { level: 'error', code: 'NOT_SO', message: 'x' }
    expectError(await visitor.post('/api/auth/_log', entry), 404)
    expectError(await visitor.post('/api/auth/_log/', entry), 404)
  })

  test('a JSON body of exactly 4 MiB is read', async ({ admin }) => {
    const body = Buffer.alloc(JSON_BODY_MAX_BYTES, ' ')
    body.write(JSON.stringify(NOTE_FIELDS))
    expectAnswer(await admin.client.send('POST', '/api/note/new', { headers: json, body }), 201, noteSavedShape)
  })

  // What is a form: lib/http/server/multipart.test.ts.
  test('of a project takes only multipart, and says 415, 400 or 413 of the rest', async ({ admin, visitor }) => {
    const ids = await makeIds(admin, admin.id)
    const before = await listPosts(visitor)
    const good = await multipart(POST_FIELDS)
    const headers = { 'content-type': good.contentType }
    const huge = await multipart({ ...POST_FIELDS, description: 'x'.repeat(6 * MEBIBYTE) })
    for (const [method, path] of [
      ['POST', '/api/post/new'],
      ['PUT', '/api/post/:id'],
    ] as const) {
      const send = (options: SendOptions) => admin.client.send(method, fillIds(path, ids), options)
      expectError(await send({ headers: json, body: JSON.stringify(POST_FIELDS) }), 415)
      expectError(await send({ body: good.bytes }), 415)
      expectError(await send({ headers: { 'content-type': 'multipart/form-data' }, body: good.bytes }), 400)
      expectError(await send({ headers, body: '' }), 400)
      expectError(await send({ headers, body: good.bytes.subarray(0, -20) }), 400)
      const hugeHeaders = { 'content-type': huge.contentType }
      expectError(await send({ headers: hugeHeaders, body: huge.bytes }), 413)
      expectError(await send({ headers: hugeHeaders, body: huge.bytes, chunked: true }), 413)
    }
    expect(await listPosts(visitor)).toEqual(before)
  })

  test('reasons to refuse come in one order: method, session, right, type, size, form, fields', async ({
    visitor,
    member,
    admin,
  }) => {
    const large = 'x'.repeat(JSON_BODY_MAX_BYTES + 1)
    const text = { 'content-type': 'text/plain' }
    expectError(await visitor.send('PATCH', '/api/note/new', { headers: text, body: 'x' }), 405)
    expectError(await visitor.send('POST', '/api/note/new', { headers: text, body: large }), 401)
    expectError(await member.client.send('POST', '/api/note/new', { headers: text, body: large }), 403)
    expectError(await member.client.send('PUT', '/api/note/unknown', { headers: json, body: '{' }), 403)
    expectError(await admin.client.send('POST', '/api/note/new', { headers: text, body: large }), 415)
    expectError(await admin.client.send('POST', '/api/note/new', { headers: json, body: large }), 413)
    expectError(await admin.client.send('POST', '/api/note/new', { headers: json, body: '{' }), 400)
    expectError(await admin.client.put('/api/note/unknown', { title: '' }), [404, 422])
  })
})

test.describe('deep nesting', () => {
  // What is too deep: lib/rich-text/server/limits.test.ts.
  test('of a text, thousands deep, is refused while others are answered', async ({ admin, visitor }) => {
    const note = await makeNote(admin.client)
    const others = new ApiClient(site.baseUrl)
    const html = '<table><tr><td>'.repeat(5_000)
    const refusals = [
      admin.client.post('/api/note/new', { ...NOTE_FIELDS, description: html }),
      admin.client.put(`/api/note/${note._id}`, { description: html }),
      admin.client.put(`/api/user/profile/${admin.id}`, { about: html }),
    ]
    const reads = Array.from({ length: 5 }, () => others.get('/api/note'))
    for (const read of await Promise.all(reads)) expect(read.status).toBe(200)
    for (const [index, answer] of (await Promise.all(refusals)).entries())
      expectError(answer, 422, index < 2 ? 'description' : 'about')
    expect(await readNote(visitor, note._id)).toEqual(note)
  })

  test('JSON nested a million deep is refused as any wrong field is', async ({ admin }) => {
    const depth = 1_000_000
    const body = `{"title":${'['.repeat(depth)}${']'.repeat(depth)},"about":"","description":""}`
    const headers = { 'content-type': 'application/json' }
    expectError(await admin.client.send('POST', '/api/note/new', { headers, body }), 422, 'title')
  })
})

test.describe('answers that depend on the session', () => {
  test('are private and never stored', async ({ admin, member, visitor, newPerson }) => {
    const ids = await makeIds(admin, member.id)
    const person = await newPerson()
    const answers = [
      await visitor.get('/api/user/loggedIn'),
      await member.client.get('/api/user/loggedIn'),
      await visitor.get(`/api/user/profile/${member.id}`),
      await member.client.get(`/api/user/profile/${member.id}`),
      await member.client.put(`/api/user/profile/${member.id}`, {}),
      await visitor.put(`/api/user/profile/${member.id}`, {}),
      await trySignIn(visitor, person),
      await trySignIn(visitor, { email: person.email, password: 'wrong password' }),
      await person.client.post('/api/user/logout'),
      await member.client.post('/api/note/new', NOTE_FIELDS),
      await admin.client.post('/api/note/new', NOTE_FIELDS),
      await admin.client.put(`/api/note/${ids.note}`, { title: 'x' }),
      await admin.client.delete(`/api/note/${ids.note}`),
      await admin.client.form('POST', '/api/post/new', POST_FIELDS),
      await admin.client.form('PUT', `/api/post/${ids.post}`, { title: 'x' }),
      await admin.client.delete(`/api/post/${ids.post}`),
    ]
    for (const answer of answers) {
      const directives = String(answer.headers['cache-control']).split(/\s*,\s*/)
      expect(directives, `${answer.method} ${answer.path} ${answer.status}`).toEqual(
        expect.arrayContaining(['private', 'no-store']),
      )
    }
  })
})
