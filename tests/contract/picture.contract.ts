import { readFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { type ApiAnswer, ApiClient, multipart } from '../support/api-client'
import { test } from '../support/api-test'
import { readAuditLog } from '../support/audit'
import { listPosts, makeNote, makePost, POST_FIELDS, readNote, readPost } from '../support/content'
import { ico, jpeg, png, pngOfBytes } from '../support/pictures'
import {
  expectAnswer,
  expectError,
  madeShape,
  messageShape,
  pictureShape,
  storedPicturesShape,
} from '../support/shapes'
import { site } from '../support/site'

const MEBIBYTE = 1_048_576
const IMAGE_MAX_BYTES = 4 * MEBIBYTE

/** A project's only image, as in the public API. */
async function fetchPicture(client: ApiClient, postId: string): Promise<ApiAnswer> {
  const { image } = await readPost(client, postId)
  expect(image).toHaveLength(1)
  return fetchUrl(client, image[0]?.url ?? '')
}

function fetchUrl(client: ApiClient, address: string): Promise<ApiAnswer> {
  const url = new URL(address, client.origin)
  return new ApiClient(url.origin).get(`${url.pathname}${url.search}`)
}

async function pictureUrl(client: ApiClient, postId: string): Promise<string> {
  return (await readPost(client, postId)).image[0]?.url ?? ''
}

/** All files in the uploads folder. */
async function storedFiles(): Promise<string[]> {
  if (site.picturesUrl) return (await (await fetch(`${site.picturesUrl}/f`)).json()).sort()
  try {
    const entries = await readdir(join(site.dataDir, 'uploads'), { recursive: true, withFileTypes: true })
    return entries
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .sort()
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  }
}

// All types and limits: lib/media/server/image.test.ts.
test('a picture is what its bytes say, whatever its name and declared type', async ({ admin, visitor }) => {
  for (const [type, make, declared] of [
    ['png', png, { name: 'picture.txt', type: 'text/plain' }],
    ['jpeg', jpeg, { name: '../../../etc/passwd', type: 'image/svg+xml' }],
    ['png', ico, { name: 'pïcture "1".PNG', type: '' }],
  ] as const) {
    const id = await makePost(admin.client, { image: { file: await make(), ...declared } })
    const picture = await fetchPicture(visitor, id)
    expect([picture.status, picture.headers['content-type']]).toEqual([200, `image/${type}`])
    const { image } = await readPost(visitor, id)
    expect(image[0]?.url).not.toMatch(/passwd|picture|\.\./)
    expect((await listPosts(visitor)).find((post) => post._id === id)?.image).toEqual(image)
  }
})

test('a picture is served as a picture and as nothing else, for ever', async ({ admin, visitor }) => {
  test.skip(site.picturesUrl !== undefined, 'UploadThing answers for its files itself')
  const id = await makePost(admin.client, { image: { file: await png() } })
  const picture = await fetchPicture(visitor, id)
  expect(picture.headers['x-content-type-options']).toBe('nosniff')
  expect(picture.headers['content-security-policy']).toMatch(/\bsandbox\b/)
  expect(picture.headers['cache-control']).toMatch(/\bimmutable\b/)
  expect(picture.setCookies).toEqual([])
  const path = new URL(await pictureUrl(visitor, id), visitor.origin).pathname
  const head = await visitor.send('HEAD', path)
  expect(head.status).toBe(200)
  expect(head.bytes).toHaveLength(0)
  const folder = path.slice(0, path.lastIndexOf('/'))
  for (const other of [folder, `${folder}/`, `${path}x`, `${folder}/..%2f..%2fpackage.json`, `${folder}/%00`]) {
    expect([400, 404], other).toContain((await visitor.get(other)).status)
  }
})

test('what is not an accepted picture is refused with 415, a broken one with 422, and leaves nothing behind', async ({
  admin,
  visitor,
}) => {
  const id = await makePost(admin.client)
  const before = [await listPosts(visitor), await storedFiles()]
  const half = (await png({ width: 200, height: 200 })).subarray(0, 900)
  for (const [file, status] of [
    [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>x()</script></svg>'), 415],
    [half, 422],
  ] as const) {
    const image = { file, name: 'picture.png', type: 'image/png' }
    expectError(await admin.client.form('POST', '/api/post/new', { ...POST_FIELDS, image }), status, 'image')
    expectError(await admin.client.form('PUT', `/api/post/${id}`, { title: 'x', image }), status, 'image')
  }
  expect([await listPosts(visitor), await storedFiles()]).toEqual(before)
})

test('limits of a picture: exactly 4 MiB pass beside the longest texts, one byte more fails with 413', async ({
  admin,
  visitor,
}) => {
  const texts = { title: '🍵'.repeat(200), description: '🍵'.repeat(20_000), tech: '🍵'.repeat(500) }
  const image = { file: await pngOfBytes(IMAGE_MAX_BYTES) }
  expect(image.file).toHaveLength(IMAGE_MAX_BYTES)
  const id = await makePost(admin.client, { ...texts, image })
  expect((await fetchPicture(visitor, id)).status).toBe(200)

  const before = [await listPosts(visitor), await storedFiles()]
  const tooLarge = { file: await pngOfBytes(IMAGE_MAX_BYTES + 1) }
  expectError(await admin.client.form('POST', '/api/post/new', { ...POST_FIELDS, image: tooLarge }), 413, 'image')
  expectError(await admin.client.form('PUT', `/api/post/${id}`, { image: tooLarge }), 413, 'image')
  expect([await listPosts(visitor), await storedFiles()]).toEqual(before)
})

test.describe('the life of a picture', () => {
  test('a change with a file makes one, and a change without keeps it', async ({ admin, visitor }) => {
    const id = await makePost(admin.client)
    await admin.client.form('PUT', `/api/post/${id}`, { image: { file: await png() } })
    const before = await readPost(visitor, id)
    const empty = { file: Buffer.alloc(0), name: '', type: 'application/octet-stream' }
    await admin.client.form('PUT', `/api/post/${id}`, { title: 'Other' })
    await admin.client.form('PUT', `/api/post/${id}`, { title: 'Another', image: empty })
    expect((await readPost(visitor, id)).image).toEqual(before.image)
    expect((await fetchPicture(visitor, id)).status).toBe(200)
  })

  test('a change with a file replaces it, and the old one stays stored for the history', async ({ admin, visitor }) => {
    const id = await makePost(admin.client, { image: { file: await png() } })
    const old = await pictureUrl(visitor, id)
    const files = await storedFiles()
    const image = { file: await jpeg({ width: 30, height: 20 }) }
    expectAnswer(await admin.client.form('PUT', `/api/post/${id}`, { image }), 200, madeShape)
    expect(await pictureUrl(visitor, id)).not.toBe(old)
    expect((await fetchPicture(visitor, id)).status).toBe(200)
    expect((await fetchUrl(visitor, old)).status).toBe(200)
    expect(await storedFiles()).toHaveLength(files.length + 1)
    expect(await readPost(visitor, id)).toMatchObject(POST_FIELDS)
  })

  test('stored pictures are attached by id, in order, and taken from no other project', async ({ admin, visitor }) => {
    const store = async () => {
      const answer = await admin.client.form('POST', '/api/media/new', { alt: 'Stored', image: { file: await png() } })
      expect(answer.status).toBe(201)
      return answer.json() as { _id: string; url: string }
    }
    const [one, other] = [await store(), await store()]
    const id = await makePost(admin.client, { imageIds: `${other._id}, ${one._id}` })
    const urls = async () => ((await readPost(visitor, id)).image as Array<{ url: string }>).map(({ url }) => url)
    expect(await urls()).toEqual([other.url, one.url])
    await admin.client.form('PUT', `/api/post/${id}`, { imageIds: one._id, alt: 'Described' })
    expect((await readPost(visitor, id)).image).toMatchObject([{ url: one.url, alt: 'Described' }])
    for (const imageIds of [one._id, 'no id', crypto.randomUUID()]) {
      const refused = await admin.client.form('POST', '/api/post/new', { ...POST_FIELDS, imageIds })
      expect(expectError(refused, 422).issues).toMatchObject([{ path: 'imageIds' }])
    }
    await admin.client.form('PUT', `/api/post/${id}`, { imageIds: '' })
    expect(await urls()).toEqual([])
  })

  test('pictures have an order, a description and a caption each', async ({ admin, visitor }) => {
    const store = async () => {
      const answer = await admin.client.form('POST', '/api/media/new', { alt: 'Stored', image: { file: await png() } })
      return (answer.json() as { _id: string })._id
    }
    const [one, other] = [await store(), await store()]
    const list = (...pictures: object[]) => ({ pictures: JSON.stringify(pictures) })
    const id = await makePost(admin.client, list({ id: other, alt: 'Two', caption: ' Second <b> ' }, { id: one }))
    expect((await readPost(visitor, id)).image).toMatchObject([
      { _id: other, alt: 'Two', caption: 'Second <b>' },
      { _id: one, alt: '', caption: '' },
    ])
    const page = (await visitor.get(`/post/${id}`)).text
    expect(page).toMatch(/<figure id="picture-2"[^>]*><a href="[^"]+"/)
    const change = (fields: Record<string, string>) => admin.client.form('PUT', `/api/post/${id}`, fields)
    await change(list({ id: one, caption: 'First' }, { id: other, alt: 'Two', caption: 'Second' }))
    await change({ title: 'Another' })
    expect((await readPost(visitor, id)).image).toMatchObject([
      { _id: one, alt: '', caption: 'First' },
      { _id: other, alt: 'Two', caption: 'Second' },
    ])
    expect((await visitor.get(`/post/${id}.md`)).text).toContain('\\\nFirst\n')
    const refused: Array<[string, string]> = [
      ['no JSON', 'pictures'],
      ['{"id":"x"}', 'pictures'],
      [JSON.stringify([{ id: one }, { id: one }]), 'pictures'],
      [JSON.stringify(Array.from({ length: 21 }, (_, index) => ({ id: `${index}` }))), 'pictures'],
      ['["x"]', 'pictures.0'],
      [JSON.stringify([{ id: one }, { id: crypto.randomUUID() }]), 'pictures.1.id'],
      [JSON.stringify([{ id: one, caption: 'x'.repeat(301) }]), 'pictures.0.caption'],
      [JSON.stringify([{ id: one, alt: 'x'.repeat(301) }]), 'pictures.0.alt'],
    ]
    for (const [pictures, path] of refused) expectError(await change({ pictures }), 422, path)
    await change(list())
    expect((await readPost(visitor, id)).image).toEqual([])
  })

  test('it is hidden, restored and deleted with its project', async ({ admin, visitor }) => {
    // An external store can only hide a file by deleting it.
    const whileTrashed = site.picturesUrl ? 200 : 404
    const files = await storedFiles()
    const id = await makePost(admin.client, { image: { file: await png() } })
    const url = await pictureUrl(visitor, id)
    expect(await storedFiles()).toHaveLength(files.length + 1)
    expect((await admin.client.delete(`/api/post/${id}`)).status).toBe(200)
    expect((await fetchUrl(visitor, url)).status).toBe(whileTrashed)
    const change = (action: string) => admin.client.post('/api/post/trash', { ids: [id], action })
    expectAnswer(await change('restore'), 200, messageShape)
    expect((await fetchUrl(visitor, url)).status).toBe(200)
    expectAnswer(await change('trash'), 200, messageShape)
    expect((await fetchUrl(visitor, url)).status).toBe(whileTrashed)
    expectAnswer(await change('purge'), 200, messageShape)
    expect((await fetchUrl(visitor, url)).status).toBe(404)
    expect(await storedFiles()).toEqual(files)
  })

  test('in a note too, it stays there when its project is deleted', async ({ admin, visitor }) => {
    const id = await makePost(admin.client, { image: { file: await png() } })
    const url = await pictureUrl(visitor, id)
    await makeNote(admin.client, { description: `<p><img src="${url}" alt="Own"></p>` })
    await admin.client.delete(`/api/post/${id}`)
    expect((await fetchUrl(visitor, url)).status).toBe(200)
    await admin.client.post('/api/post/trash', { ids: [id], action: 'purge' })
    expect((await fetchUrl(visitor, url)).status).toBe(200)
  })

  test('the same picture in two projects exists as long as each of them', async ({ admin, visitor }) => {
    const file = await png()
    const first = await makePost(admin.client, { image: { file } })
    const second = await makePost(admin.client, { image: { file } })
    await admin.client.delete(`/api/post/${first}`)
    expect((await fetchPicture(visitor, second)).status).toBe(200)
  })

  test('a write that fails leaves neither file nor row', async ({ admin, member, visitor }) => {
    const id = await makePost(admin.client, { image: { file: await png() } })
    const image = { file: await jpeg() }
    const { client } = admin
    const before = [await listPosts(visitor), await storedFiles()]
    expectError(await client.form('POST', '/api/post/new', { ...POST_FIELDS, title: '', image }), 422, 'title')
    expectError(await client.form('PUT', `/api/post/${id}`, { link: 'x', image }), 422, 'link')
    expectError(await client.form('PUT', '/api/post/unknown', { image }), 404)
    expectError(await client.form('PUT', `/api/post/${id}`, { version: '999', image }), 409)
    expectError(await member.client.form('POST', '/api/post/new', { ...POST_FIELDS, image }), 403)
    expectError(await visitor.form('PUT', `/api/post/${id}`, { image }), 401)
    expect([await listPosts(visitor), await storedFiles()]).toEqual(before)
    expect((await fetchPicture(visitor, id)).status).toBe(200)
  })
})

test('a picture is replaced in all that shows it, its old address leads to the new one, and no form loses anything', async ({
  admin,
  visitor,
}) => {
  const { client } = admin
  const image = { file: await jpeg({ width: 1_000, height: 500 }) }
  const post = await makePost(client, { image, alt: 'A pot' })
  const [{ _id, url } = { _id: '', url: '' }] = (await readPost(client, post)).image
  const description = `<p><img src="${url}" alt="Own" width="1000" height="500"></p>`
  const note = await makeNote(client, { description })
  const draft = await makeNote(client, { description, status: 'draft' })
  const typed = { title: 'Typed', description }
  const type = (sequence: number) =>
    client.put(`/api/working-copy/${note._id}`, {
      ...{ kind: 'note', owner: admin.id, isNew: false, baseVersion: note.version, base: { description } },
      ...{ fields: typed, writer: 'a form', sequence, on: null },
    })
  expect((await type(1)).status).toBe(200)
  const pages = [`/note/${note._id}`, `/post/${post}`]
  for (const page of pages) expect((await visitor.get(page)).text).toContain(url)
  const replace = (file: Buffer, id = _id) => client.form('PUT', `/api/media/${id}`, { image: { file } })
  expectError(await replace(image.file), 422, 'image')
  expectError(await replace(Buffer.from('<svg/>')), 415, 'image')
  expectError(await replace(await png(), crypto.randomUUID()), 404)
  const answer = await replace(await png({ width: 60, height: 90 }))
  const replaced = expectAnswer(answer, 200, pictureShape)
  expect(replaced).toMatchObject({ _id, width: 60, height: 90, count: 3 })
  expect((await fetchUrl(visitor, replaced.url)).status).toBe(200)
  const shown = description.replace(url, replaced.url).replace('width="1000" height="500"', 'width="60" height="90"')
  expect((await readNote(client, draft._id)).description).toBe(shown)
  for (const page of pages) await expect.poll(async () => (await visitor.get(page)).text).not.toContain(url)
  for (const page of pages) expect((await visitor.get(page)).text).toContain(replaced.url)
  if (!site.picturesUrl) {
    for (const old of [url, url.replace(/\.\w+$/, '-480.webp')]) {
      const { status, headers } = await fetchUrl(visitor, old)
      expect([status, headers.location]).toEqual([308, replaced.url])
    }
  }
  // An open form would write the old address again.
  expect(expectError(await type(2), 409).current).toMatchObject({ fields: { ...typed, description: shown } })
  const stale = await client.put(`/api/note/${note._id}`, { description: '<p>Anew</p>', version: note.version })
  expect(expectError(stale, 409).current).toMatchObject({ description: shown })
  const log = await readAuditLog(client, String(_id))
  expect(log.at(-1)).toMatchObject({ action: 'picture.replace', outcome: 'done', subjectName: 'A pot' })
})

test('stored pictures are listed for admins, newest first, by description, and for what may take them', async ({
  admin,
  member,
  visitor,
}) => {
  expectError(await visitor.get('/api/media'), 401)
  expectError(await member.client.get('/api/media'), 403)
  for (const [query, path] of [
    ['page=0', 'page'],
    ['page=100000', 'page'],
    ['for=all', 'for'],
    [`filter=${'x'.repeat(201)}`, 'filter'],
    ['filter=%00', 'filter'],
  ] as const)
    expectError(await admin.client.get(`/api/media?${query}`), 422, path)
  const tag = crypto.randomUUID()
  const image = { file: await png() }
  await makePost(admin.client, { image, alt: `${tag} of a project` })
  const stored = await admin.client.form('POST', '/api/media/new', { image, alt: `${tag} stored` })
  const { _id, url } = expectAnswer(stored, 201, pictureShape)
  const list = async (query: string) =>
    expectAnswer(await admin.client.get(`/api/media?filter=${tag}${query}`), 200, storedPicturesShape)
  const all = await list('')
  expect(all.pictures.map(({ alt }) => alt)).toEqual([`${tag} stored`, `${tag} of a project`])
  const offered = { _id, url, width: 64, height: 48, alt: `${tag} stored`, preview: url }
  expect(await list('&for=post')).toEqual({ pictures: [offered], total: 1 })
  expect(await list('&page=2')).toEqual({ pictures: [], total: 2 })
})

test('an upload that breaks off leaves neither file nor row', async ({ newPerson, visitor, database }) => {
  const person = await newPerson('admin')
  const { bytes, contentType } = await multipart({ ...POST_FIELDS, image: { file: await png(), name: 'half.png' } })
  const state = async () => [
    await storedFiles(),
    await listPosts(visitor),
    await database.rows('SELECT id FROM "Media" ORDER BY id'),
  ]
  const before = await state()
  const isRefusal = (line: string) =>
    ['"event":"refused"', '"action":"post.create"', person.id].every((part) => line.includes(part))
  // Several instances have no log of one file: there the first upload is the only one.
  const refusals = () =>
    site.logFile === undefined ? ['unknown'] : readFileSync(site.logFile, 'utf8').split('\n').filter(isRefusal)
  let reads = 0
  // The server waits for a body for a moment before it begins to read it: each upload stays longer than the one before.
  const breakOff = async () => {
    const request = http.request(new URL('/api/post/new', site.baseUrl), {
      method: 'POST',
      headers: {
        'content-type': contentType,
        'content-length': bytes.length,
        cookie: [...person.client.cookies].map((pair) => pair.join('=')).join('; '),
      },
    })
    // Aborting is an error for the client too.
    request.on('error', () => {})
    const gone = new Promise((resolve) => request.once('close', resolve))
    await new Promise((resolve) => request.write(bytes.subarray(0, bytes.length - 20), resolve))
    reads += 20
    for (let read = 0; read < reads; read += 1) await person.client.get('/api/user/loggedIn')
    request.destroy()
    await gone
  }
  // The refusal is logged once the server has seen the end.
  await expect
    .poll(async () => {
      await breakOff()
      return refusals()
    })
    .not.toEqual([])
  await expect.poll(state).toEqual(before)
})

test('no call makes pictures of other addresses', async ({ visitor }) => {
  for (const url of ['/media/x.png', 'https://example.org/x.png', '//example.org/x.png', '/api/user/loggedIn']) {
    const answer = await visitor.get(`/_next/image?url=${encodeURIComponent(url)}&w=640&q=75`)
    expect(answer.status, answer.text.slice(0, 200)).toBe(404)
    expect(answer.headers['content-type']).not.toMatch(/^image/)
  }
})

test('a copy is made of no picture on a machine that is not public, and says nothing of what is there', async ({
  admin,
  database,
}) => {
  const requested: string[] = []
  const inside = http.createServer(async ({ url = '' }, response) => {
    requested.push(url)
    response.end(await png())
  })
  await new Promise<void>((resolve) => inside.listen(0, resolve))
  const { port } = inside.address() as AddressInfo
  const count = () => database.rows('SELECT count(*) FROM "Media"')
  const before = await count()
  const answers = new Set<string>()
  // The second is nobody's port, the third this machine's other name for itself.
  for (const host of [`127.0.0.1:${port}`, '127.0.0.1:1', `localhost:${port}`, `[::1]:${port}`, '169.254.169.254']) {
    const answer = await admin.client.post('/api/media/copy', { address: `http://${host}/a.png` })
    answers.add(expectError(answer, 422, 'address').message)
  }
  expect([...answers]).toEqual(['The picture could not be fetched from there.'])
  expectError(await admin.client.post('/api/media/copy', { address: '' }), 422, 'address')
  expectError(await admin.client.post('/api/media/copy', {}), 422, 'address')
  expect(await count()).toEqual(before)
  expect(requested).toEqual([])
  inside.close()
})
