import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { FILE_MAX_BYTES, type MoveJob, PART_BYTES } from '@/lib/move/schema'
import { openZip } from '@/packages/convert/source/zip'
import type { ApiAnswer, ApiClient } from '../support/api-client'
import { test } from '../support/api-test'
import { readAuditLog } from '../support/audit'
import { blogZip, partsOfFile } from '../support/blog-zip'
import { makeNote } from '../support/content'
import { expectError } from '../support/shapes'
import { site } from '../support/site'

const EXPORT = '/api/move/export'

test('an admin, and nobody else, takes the whole site away as one ZIP', async ({
  visitor,
  member,
  admin,
  database,
}) => {
  const { _id: published } = await makeNote(admin.client, { title: 'Taken away' })
  const { _id: draft } = await makeNote(admin.client, { title: 'Kept back', status: 'draft' })
  const accounts = await database.rows<{ passwordHash: string }>('SELECT "passwordHash" FROM "User"')
  const secrets = [member.email, admin.email, ...accounts.map(({ passwordHash }) => passwordHash)]
  expectError(await visitor.get(EXPORT), 401)
  expectError(await member.client.get(EXPORT), 403)

  const folder = mkdtempSync(join(tmpdir(), 'colophon-contract-'))
  try {
    for (const [query, ids] of [
      ['', [published]],
      ['?drafts=on&revisions=on', [published, draft]],
    ] as const) {
      const answer = await admin.client.get(`${EXPORT}${query}`)
      expect(answer.status).toBe(200)
      expect(answer.headers).toMatchObject({ 'content-type': 'application/zip', 'cache-control': 'private, no-store' })
      expect(answer.headers['content-disposition']).toMatch(/^attachment; filename="colophon-[\d-]+\.zip"$/)
      const file = join(folder, 'site.zip')
      writeFileSync(file, answer.bytes)
      const archive = await openZip(file)
      const { texts } = JSON.parse((await archive.read('manifest.json', 64_000_000)).toString())
      const taken = texts.map(({ id }: { id: string }) => id).filter((id: string) => [published, draft].includes(id))
      expect(taken.sort()).toEqual([...ids].sort())
      for (const path of archive.paths.filter((name) => /\.(?:json|md|html)$/.test(name))) {
        const text = (await archive.read(path, 64_000_000)).toString()
        for (const secret of secrets) expect(text, path).not.toContain(secret)
      }
      await archive.close()
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
  const taken = (await readAuditLog(admin.client)).filter(({ action }) => action === 'site.export')
  expect(taken.slice(-2)).toMatchObject([
    { actorId: admin.id, detail: 'texts' },
    { actorId: admin.id, detail: 'texts, drafts, revisions' },
  ])
  for (const { address } of taken.slice(-2)) expect(address).toMatch(/^127\./)
})

test('an export that is refused is logged with who asked and from where, and a question by HEAD is none', async ({
  admin,
  newPerson,
  visitor,
}) => {
  const member = await newPerson()
  const before = (await readAuditLog(admin.client)).length
  expect((await admin.client.send('HEAD', EXPORT)).status).toBe(200)
  expectError(await member.client.get(EXPORT), 403)
  expectError(await visitor.get(EXPORT), 401)
  const log = (await readAuditLog(admin.client)).slice(before).filter(({ action }) => action === 'site.export')
  expect(log).toMatchObject([
    { actorId: member.id, outcome: 'refused', detail: 'Only an admin may do this.' },
    { actorId: '', outcome: 'refused', detail: 'Please sign in first.' },
  ])
  for (const { address } of log) expect(address).toMatch(/^127\./)
})

const bytes = (client: ApiClient, path: string, body: Buffer, type = 'application/octet-stream') =>
  client.send('PUT', path, { body, headers: { 'content-type': type } })

function jobIn(answer: ApiAnswer, status = 200): MoveJob {
  expect(answer.status, answer.text).toBe(status)
  return answer.json() as MoveJob
}

/** Asks until the work is done. */
async function worked(client: ApiClient, id: string): Promise<MoveJob> {
  const ask = async () => jobIn(await client.post(`/api/move/${id}`, { action: 'work' }))
  const isAtWork = async () => ['look', 'bring', 'undo'].includes((await ask()).state)
  // Each question counts as a write; what a process of its own does comes after everything else on a busy machine.
  await expect.poll(isAtWork, { timeout: 180_000, intervals: [500] }).toBe(false)
  return ask()
}

test('nobody but an admin can bring anything, and no other site can have one do it', async ({
  visitor,
  member,
  admin,
}) => {
  const begun = jobIn(await admin.client.post('/api/move/new', { name: 'a.zip', bytes: 10 }), 201)
  const evil = { origin: 'https://evil.example' }
  for (const [client, status, headers] of [
    [visitor, 401, {}],
    [member.client, 403, {}],
    [admin.client, 403, evil],
  ] as const) {
    expectError(await client.post('/api/move/new', { name: 'b.zip', bytes: 5 }, headers), status)
    expectError(await client.post(`/api/move/${begun._id}`, { action: 'look' }, headers), status)
    expectError(await client.post('/api/move/unknown', { action: 'look' }, headers), status)
    expectError(await client.post('/api/move/undo', {}, headers), status)
    const part = { body: Buffer.alloc(10), headers: { 'content-type': 'application/octet-stream', ...headers } }
    expectError(await client.send('PUT', `/api/move/${begun._id}/0`, part), status)
  }
  expect(jobIn(await admin.client.post('/api/move/new', { name: 'a.zip', bytes: 10 }), 201)).toEqual(begun)
})

test('a file goes up in parts, in their order, and is no larger than it says', async ({ admin: { client } }) => {
  expectError(await client.post('/api/move/new', { name: 'a.zip', bytes: 0 }), 422, 'bytes')
  expectError(await client.post('/api/move/new', { name: 'a.zip', bytes: FILE_MAX_BYTES + 1 }), 422, 'bytes')
  expectError(await client.post('/api/move/new', { name: ' ', bytes: 10 }), 422, 'name')
  const size = PART_BYTES + 100
  const { _id } = jobIn(await client.post('/api/move/new', { name: 'part.zip', bytes: size }), 201)
  const path = `/api/move/${_id}`
  expectError(await bytes(client, `${path}/1`, Buffer.alloc(100)), 409)
  expectError(await bytes(client, `${path}/x`, Buffer.alloc(100)), 409)
  expectError(await bytes(client, `${path}/0`, Buffer.alloc(PART_BYTES + 1)), 413)
  expectError(await bytes(client, `${path}/0`, Buffer.alloc(PART_BYTES - 1)), 422)
  expectError(await bytes(client, `${path}/0`, Buffer.alloc(10), 'text/plain'), 415)
  expectError(await bytes(client, '/api/move/unknown/0', Buffer.alloc(10)), 404)
  expect(jobIn(await bytes(client, `${path}/0`, Buffer.alloc(PART_BYTES))).parts).toBe(1)
  expectError(await client.post(path, { action: 'look' }), 409)
  expectError(await client.post(path, { action: 'bring' }), 409)
  // Begun again it goes on, and a part whose answer was lost may come again.
  expect(jobIn(await client.post('/api/move/new', { name: 'part.zip', bytes: size }), 201)).toMatchObject({
    _id,
    parts: 1,
  })
  expect(jobIn(await bytes(client, `${path}/0`, Buffer.alloc(PART_BYTES))).parts).toBe(1)
  expect(jobIn(await bytes(client, `${path}/1`, Buffer.alloc(100))).parts).toBe(2)
  expectError(await bytes(client, `${path}/2`, Buffer.alloc(1)), 422)
  expectError(await client.post(path, { action: 'look', choices: { base: 'ftp://old.example' } }), 422, 'choices.base')
  expectError(await client.post(path, { action: 'burn' }), 422, 'action')
  jobIn(await client.post(path, { action: 'look' }))
  expect(await worked(client, _id)).toMatchObject({ state: 'failed', outcome: 'It is no text.' })
})

test('what is brought is public at once, and an undo takes it back', async ({ admin: { client, id }, visitor }) => {
  const file = await blogZip(3)
  const { _id } = jobIn(await client.post('/api/move/new', { name: 'blog.zip', bytes: file.length }), 201)
  for (const [number, part] of partsOfFile(file).entries())
    jobIn(await bytes(client, `/api/move/${_id}/${number}`, part))
  jobIn(await client.post(`/api/move/${_id}`, { action: 'look' }))
  expectError(await client.post('/api/move/new', { name: 'other.zip', bytes: 10 }), 409)
  expect(await worked(client, _id)).toMatchObject({ state: 'looked', total: 3 })
  jobIn(await client.post(`/api/move/${_id}`, { action: 'bring' }))
  expect(await worked(client, _id)).toMatchObject({ state: 'done', outcome: '3 made, 0 changed.' })
  const old = await visitor.get('/2020/01/01/post-1.html')
  expect(old.status).toBe(308)
  const page = new URL(String(old.headers.location), site.baseUrl)
  expect((await visitor.get(page.pathname)).text).toContain('Words of 1.')

  const { _id: undo } = jobIn(await client.post('/api/move/undo'))
  expect(await worked(client, undo)).toMatchObject({ state: 'undone', outcome: expect.stringContaining('3 removed') })
  expect((await visitor.get(page.pathname)).status).toBe(404)
  const rows = (await readAuditLog(client)).filter(({ action }) => /^site\.(?:undo-)?import$/.test(action))
  expect(rows.slice(-2)).toMatchObject([
    { action: 'site.import', actorId: id, outcome: 'done', detail: 'created 3, changed 0, skipped 0' },
    { action: 'site.undo-import', actorId: id, outcome: 'done', detail: 'removed 3, restored 0, left 0' },
  ])
})
