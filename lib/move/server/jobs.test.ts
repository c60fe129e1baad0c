import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, it, vi } from 'vitest'
import type { Admin } from '@/lib/access/actor'
import { PART_BYTES } from '@/lib/move/schema'
import { workOnMove } from '@/lib/move/server/jobs'
import {
  actOnMove,
  claimMove,
  createMove,
  createUndo,
  deleteOldMoves,
  releaseJob,
  renewClaim,
  storePart,
} from '@/lib/move/server/mutations'
import { converter } from '@/lib/move/server/open-import'
import { currentMove, storedFile, storedReport } from '@/lib/move/server/queries'
import { db } from '@/lib/platform/server/db'
import { openSource } from '@/packages/convert/source/open'
import { blogZip, partsOfFile } from '@/tests/support/blog-zip'
import '@/tests/support/convert-here'
import { EXPECT_MS } from '@/tests/runner/time-limits'
import { throwAwayDatabase } from '@/tests/support/unit-database'

const folder = mkdtempSync(join(tmpdir(), 'colophon-jobs-'))
afterAll(() => rmSync(folder, { recursive: true }))
const { location } = throwAwayDatabase()
let admin: Admin
beforeEach(async () => {
  vi.stubEnv('DATA_DIR', folder)
  vi.stubEnv('DATABASE_URL', location().url)
  await db().job.deleteMany()
  await db().note.deleteMany()
  await db().auditEvent.deleteMany()
  await db().user.deleteMany()
  const user = await db().user.create({
    data: { name: 'Ada', username: 'ada', email: 'ada@example.org', passwordHash: 'x', isAdmin: true },
  })
  admin = { userId: user.id, sessionId: '', name: 'Ada', isAdmin: true, signedInAt: new Date() } as unknown as Admin
})

/** Its ZIP has three parts. */
const blog = (posts: number) => blogZip(posts, { 'padding.bin': Buffer.alloc(2 * PART_BYTES, 7) })

async function send(file: Buffer, name = 'blog.zip'): Promise<string> {
  const { _id } = await createMove(admin, { name, bytes: file.length })
  for (const [number, part] of partsOfFile(file).entries()) await storePart(admin, _id, number, part)
  return _id
}

const state = async () => (await currentMove(admin))?.state

it('takes a file in parts, in their order, and goes on with one that is not whole', async () => {
  const file = await blog(2)
  const [first, second, third] = partsOfFile(file) as [Buffer, Buffer, Buffer]
  const { _id } = await createMove(admin, { name: 'blog.zip', bytes: file.length })
  await expect(storePart(admin, _id, 1, second)).rejects.toThrow('Part 0 of this file comes next')
  await expect(storePart(admin, _id, 0, second.subarray(1))).rejects.toThrow('another size')
  expect((await storePart(admin, _id, 0, first)).parts).toBe(1)
  // Its answer was lost.
  expect((await storePart(admin, _id, 0, first)).parts).toBe(1)
  await expect(actOnMove(admin, _id, { action: 'look' })).rejects.toThrow('not whole')
  expect(await createMove(admin, { name: 'blog.zip', bytes: file.length })).toMatchObject({ _id, parts: 1 })
  await storePart(admin, _id, 1, second)
  await storePart(admin, _id, 2, third)
  await expect(storePart(admin, _id, 3, third)).rejects.toThrow('another size')
  const source = await openSource(storedFile({ id: _id, name: 'blog.zip', bytes: file.length }))
  expect((await source.read('padding.bin', 8 * PART_BYTES)).equals(Buffer.alloc(2 * PART_BYTES, 7))).toBe(true)
  // Another file takes its place.
  const other = await createMove(admin, { name: 'other.zip', bytes: 10 })
  expect(other).toMatchObject({ parts: 0, state: 'uploading' })
  await expect(storePart(admin, _id, 2, third)).rejects.toThrow('no such file')
  expect(await db().jobPart.count()).toBe(0)
})

it('keeps no look that says more than the screen can show', async () => {
  const id = await send(await blog(3))
  await actOnMove(admin, id, { action: 'look' })
  await workOnMove({ reportMaxBytes: 500 })
  expect(await currentMove(admin)).toMatchObject({
    state: 'failed',
    outcome: expect.stringContaining('npm run import'),
  })
  expect(await storedReport(admin, id)).toBeNull()
})

it('looks, brings and takes back what was sent, each by whoever takes the work', async () => {
  const id = await send(await blog(3))
  expect(await workOnMove()).toBe(false)
  await actOnMove(admin, id, { action: 'look' })
  await expect(createMove(admin, { name: 'other.zip', bytes: 10 })).rejects.toThrow('Another import is running')
  expect(await workOnMove()).toBe(true)
  const look = await storedReport(admin, id)
  expect(look?.items.map(({ action }) => action)).toEqual(['create', 'create', 'create'])
  expect(look?.sample).toMatchObject({ title: 'Post 1', html: expect.stringContaining('Words of 1.') })
  expect(await db().note.count()).toBe(0)

  await actOnMove(admin, id, { action: 'bring' })
  await workOnMove()
  expect(await currentMove(admin)).toMatchObject({ state: 'done', cursor: 3, total: 3, outcome: '3 made, 0 changed.' })
  expect(await db().note.count()).toBe(3)
  expect(await db().jobPart.count()).toBe(0)
  await expect(actOnMove(admin, id, { action: 'bring' })).rejects.toThrow('not what comes next')

  await createUndo(admin)
  await workOnMove()
  expect(await currentMove(admin)).toMatchObject({ state: 'undone', outcome: expect.stringContaining('3 removed') })
  expect(await db().note.count()).toBe(0)
  await expect(createUndo(admin)).rejects.toThrow('no import')
})

it('says how many texts of how many were read, while it reads', async () => {
  const id = await send(await blog(3))
  await actOnMove(admin, id, { action: 'look' })
  const convert = converter.value
  let seen: Awaited<ReturnType<typeof currentMove>> | undefined
  converter.value = async ({ onProgress, ...conversion }) => {
    onProgress?.(2, 3)
    await vi.waitFor(async () => {
      seen = await currentMove(admin)
      expect(seen?.cursor).toBe(2)
    }, EXPECT_MS)
    await convert?.(conversion)
  }
  try {
    await workOnMove()
  } finally {
    converter.value = convert
  }
  expect(seen).toMatchObject({ state: 'look', cursor: 2, total: 3 })
  expect(await currentMove(admin)).toMatchObject({ state: 'looked', cursor: 3, total: 3 })
})

it('offers nothing of a look that was left or stopped', async () => {
  const id = await send(await blog(6))
  await actOnMove(admin, id, { action: 'look' })
  // The process ends: the next one begins anew.
  await workOnMove({ pause: AbortSignal.abort() })
  expect(await currentMove(admin)).toMatchObject({ state: 'look' })
  expect(await storedReport(admin, id)).toBeNull()
  await actOnMove(admin, id, { action: 'stop' })
  expect(await currentMove(admin)).toMatchObject({ state: 'stopped', total: 0 })
  await expect(actOnMove(admin, id, { action: 'bring' })).rejects.toThrow('not what comes next')
  await actOnMove(admin, id, { action: 'look' })
  await workOnMove()
  expect(await currentMove(admin)).toMatchObject({ state: 'looked', cursor: 6, total: 6 })
})

it('takes archives alone where no process converts, and says which command makes one', async () => {
  const file = await blog(2)
  const convert = converter.value
  converter.value = undefined
  try {
    const id = await send(file)
    await actOnMove(admin, id, { action: 'look' })
    await workOnMove({ pause: AbortSignal.abort() })
    expect(await currentMove(admin)).toMatchObject({
      state: 'failed',
      outcome: expect.stringContaining('npm run import -- FILE --archive'),
    })
    writeFileSync(join(folder, 'blog.zip'), file)
    await convert?.({ from: join(folder, 'blog.zip'), target: join(folder, 'archive.zip'), options: {} })
    const archive = await send(readFileSync(join(folder, 'archive.zip')), 'archive.zip')
    await actOnMove(admin, archive, { action: 'look' })
    await workOnMove({ pause: AbortSignal.abort() })
    expect(await currentMove(admin)).toMatchObject({ state: 'looked', total: 2 })
  } finally {
    converter.value = convert
  }
})

it('brings in slices as one import, and stops when it is asked to', async () => {
  const id = await send(await blog(6))
  await actOnMove(admin, id, { action: 'look' })
  await workOnMove()
  await actOnMove(admin, id, { action: 'bring' })
  for (let slices = 1; (await state()) === 'bring'; slices += 1) {
    expect(slices).toBeLessThan(8)
    expect(await db().note.count()).toBe(slices - 1)
    await workOnMove({ pause: AbortSignal.abort() })
  }
  expect(await currentMove(admin)).toMatchObject({ state: 'done', outcome: '6 made, 0 changed.' })
  expect((await storedReport(admin, id))?.items.map(({ action }) => action)).toEqual(Array(6).fill('create'))
  expect(await db().job.count({ where: { kind: 'import' } })).toBe(1)
  expect(await db().auditEvent.count({ where: { action: 'site.import' } })).toBe(1)

  const again = await send(await blog(6), 'again.zip')
  await actOnMove(admin, again, { action: 'look' })
  await actOnMove(admin, again, { action: 'stop' })
  expect(await workOnMove()).toBe(false)
  expect(await state()).toBe('stopped')
})

it('keeps nothing that it has left to the next one', async () => {
  const id = await send(await blog(1))
  await actOnMove(admin, id, { action: 'look' })
  const job = await claimMove()
  if (!job) throw new Error('there was work')
  expect(await renewClaim(job, { cursor: 1 })).toBe(true)
  await releaseJob(job)
  // As one that was sent before, and comes late.
  expect(await renewClaim(job, { cursor: 2 })).toBe(false)
  expect(await workOnMove()).toBe(true)
})

it('gives up what always ends its process, and what an admin of once asked for', async () => {
  const id = await send(await blog(1))
  await actOnMove(admin, id, { action: 'look' })
  // As five processes that were killed leave it.
  await db().job.update({ where: { id }, data: { tries: 5, claimedUntil: new Date(0) } })
  await workOnMove()
  expect(await currentMove(admin)).toMatchObject({
    state: 'failed',
    outcome: expect.stringContaining('npm run import'),
  })
  await actOnMove(admin, id, { action: 'look' })
  await db().user.update({ where: { id: admin.userId }, data: { isAdmin: false } })
  await workOnMove()
  expect(await currentMove(admin)).toMatchObject({
    state: 'failed',
    outcome: expect.stringContaining('not an admin any more'),
  })
})

it.each(['look', 'bring', 'undo'] as const)('ends a %s whose admin is one no more', async (state) => {
  const id = await send(await blog(2))
  await actOnMove(admin, id, { action: 'look' })
  if (state !== 'look') {
    await workOnMove()
    await actOnMove(admin, id, { action: 'bring' })
  }
  if (state === 'undo') {
    await workOnMove()
    await createUndo(admin)
  }
  const job = await claimMove()
  if (job?.state !== state) throw new Error(`this was to be a ${state}`)
  expect(await renewClaim(job, { cursor: 1 })).toBe(true)
  const notes = await db().note.count()
  await db().user.update({ where: { id: admin.userId }, data: { isAdmin: false } })
  expect(await renewClaim(job, { cursor: 2 })).toBe(false)
  await releaseJob(job)
  await workOnMove()
  expect(await currentMove(admin)).toMatchObject({ state: 'failed', outcome: expect.stringContaining('not an admin') })
  expect(await db().note.count()).toBe(notes)
})

it('says of what cannot be read why, and forgets what nobody brings', async () => {
  const id = await send(Buffer.from('PK\u0003\u0004 and nothing else'), 'broken.zip')
  await actOnMove(admin, id, { action: 'look' })
  await workOnMove()
  expect(await currentMove(admin)).toMatchObject({
    state: 'failed',
    outcome: expect.stringContaining('cannot be read as a ZIP'),
  })
  expect(await deleteOldMoves(new Date(Date.now() - 1_000))).toBe(0)
  expect(await deleteOldMoves(new Date(Date.now() + 1_000))).toBe(1)
  expect(await db().jobPart.count()).toBe(0)
})
