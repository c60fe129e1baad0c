import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, it, vi } from 'vitest'
import type { Admin } from '@/lib/access/actor'
import { listNeeds, listOpenTexts } from '@/lib/overview/server/queries'
import { DAY_MS } from '@/lib/platform/days'
import { paths } from '@/lib/routes/paths'
import { throwAwayDatabase } from '@/tests/support/unit-database'

const { database } = throwAwayDatabase()
const disk = vi.hoisted(() => ({ bsize: 1_000, blocks: 100_000_000, bavail: 50_000_000 }))
vi.mock('node:fs/promises', async (original) => ({
  ...(await original<typeof import('node:fs/promises')>()),
  statfs: async () => disk,
}))
const ADMIN = { userId: 'owner', name: 'Ada', isAdmin: true } as unknown as Admin
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS)

afterEach(async () => {
  vi.unstubAllEnvs()
  await database().workingCopy.deleteMany()
  await database().note.deleteMany()
  await database().user.deleteMany()
  await database().jobRun.deleteMany()
  await database().auditEvent.deleteMany()
})

it('a change that waits comes before older drafts, and what is public last', async () => {
  const user = { name: 'Ada', username: 'ada', email: 'ada@ada.example', passwordHash: 'x' }
  const { id: ownerId } = await database().user.create({ data: user })
  for (let at = 0; at < 8; at += 1)
    await database().note.create({ data: { title: `Draft ${at}`, publishedAt: null, updatedAt: daysAgo(40 + at) } })
  const [waiting] = await Promise.all(
    ['Waiting', 'Public'].map((title) =>
      database().note.create({ data: { title, publishedAt: daysAgo(1), updatedAt: daysAgo(0) } }),
    ),
  )
  const copy = {
    ownerId,
    kind: 'note',
    key: waiting?.id ?? '',
    isNew: false,
    baseVersion: 1,
    bytes: 2,
    writer: 'x',
    sequence: 1,
  }
  await database().workingCopy.create({ data: { ...copy, base: { title: 'Waiting' }, fields: { title: 'Changed' } } })
  const texts = await listOpenTexts(ADMIN)
  expect(texts.map(({ title, state }) => [title, state])).toEqual([
    ['Waiting', 'changes'],
    ...[0, 1, 2, 3, 4, 5, 6].map((at) => [`Draft ${at}`, 'draft']),
  ])
  await database().note.deleteMany({ where: { title: { startsWith: 'Draft' } } })
  expect((await listOpenTexts(ADMIN)).map(({ state }) => state)).toEqual(['changes', 'published'])
})

/** Besides that the site has no owner. */
const needs = async () =>
  (await listNeeds(ADMIN)).flatMap(({ text, action }) => (action?.href === paths.welcome ? [] : text))

it('what failed is said until it has succeeded, and a backup that is late', async () => {
  vi.stubEnv('BACKUP_EVERY', '1d')
  const run = (name: string, failed: number, succeeded: number) =>
    database().jobRun.create({ data: { name, failedAt: daysAgo(failed), succeededAt: daysAgo(succeeded) } })
  await run('posts', 1, 2)
  await run('notes', 2, 1)
  await run('moves', 30, 60)
  await run('backups', 1, 2)
  expect(await needs()).toEqual([
    'The last backup failed. The server’s log says why.',
    'Maintenance failed: posts. The server’s log says why.',
  ])
  await database().jobRun.deleteMany()
  await run('backups', 9, 4)
  expect(await needs()).toEqual([`The last backup is of ${daysAgo(4).toISOString().slice(0, 10)}.`])
})

it('old drafts and many refused sign-ins are said, few are not', async () => {
  vi.stubEnv('BACKUP_EVERY', '1d')
  await database().note.create({ data: { title: 'Old', publishedAt: null, updatedAt: daysAgo(31) } })
  await database().note.create({ data: { title: 'New', publishedAt: null, updatedAt: daysAgo(29) } })
  const refused = { action: 'session.start', outcome: 'refused', actorName: '' }
  await database().auditEvent.create({ data: { ...refused, times: 19 } })
  expect(await needs()).toEqual(['A draft of a note has not changed for a month.'])
  await database().auditEvent.create({ data: { ...refused, times: 1 } })
  expect(await needs()).toEqual([
    '20 sign-ins were refused in the last seven days.',
    'A draft of a note has not changed for a month.',
  ])
})

it('a disk that is nearly full, a version that does not run yet and dates far ahead are said', async () => {
  vi.stubEnv('BACKUP_EVERY', '1d')
  const { version } = JSON.parse(await readFile('package.json', 'utf8'))
  for (const days of [-31, -29]) await database().note.create({ data: { title: 'Later', publishedAt: daysAgo(days) } })
  const folder = await mkdtemp(join(tmpdir(), 'release-'))
  await writeFile(join(folder, 'package.json'), JSON.stringify({ version: '99.0.0' }))
  const cwd = vi.spyOn(process, 'cwd').mockReturnValue(folder)
  for (const bavail of [9_900_000, 900_000, 10_100_000]) {
    disk.bavail = bavail
    const isFull = bavail < 10_000_000
    expect(await needs()).toEqual([
      ...(isFull ? [`The disk with the site’s data is nearly full: ${(bavail / 1e6).toFixed(1)} GB are free.`] : []),
      `Version 99.0.0 of this software is on the disk, and ${version} runs: start the site again.`,
      'A note becomes public in more than a month.',
    ])
  }
  // A tenth of a large disk is plenty.
  disk.blocks *= 100
  cwd.mockRestore()
  await rm(folder, { recursive: true })
  expect(await needs()).toEqual(['A note becomes public in more than a month.'])
})
