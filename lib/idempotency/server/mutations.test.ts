import { readdir } from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Admin } from '@/lib/access/actor'
import { NO_FACTS } from '@/lib/content/post-facts'
import { throwAwayDatabase } from '@/tests/support/unit-database'

const { database, location } = throwAwayDatabase()

const NOTE = { title: 'Sent twice', about: '', description: '<p>Text.</p>' }
const POST = { title: 'Sent twice', description: 'Text', repo: '', link: '', tech: '', ...NO_FACTS, alt: '' }

async function newAdmin(name: string): Promise<Admin> {
  const data = { name, username: name, email: `${name}@example.org`, passwordHash: '', isAdmin: true }
  const { id } = await database().user.create({ data, select: { id: true } })
  return { userId: id, name, isAdmin: true } as unknown as Admin
}

async function load() {
  vi.resetModules()
  const settings = { DATA_DIR: location().dataDir, DATABASE_URL: location().url, UPLOADTHING_TOKEN: '' }
  for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value)
  const [notes, posts, content, maintenance] = await Promise.all([
    import('@/lib/note/server/mutations'),
    import('@/lib/post/server/mutations'),
    import('@/lib/content-kind/server/mutations'),
    import('@/lib/ops/maintenance'),
  ])
  return { ...notes, ...posts, ...content, ...maintenance }
}

const files = () => readdir(path.join(location().dataDir, 'uploads'), { recursive: true }).catch(() => [])

beforeEach(async () => {
  vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  for (const table of ['note', 'post', 'user', 'auditEvent'] as const) {
    await (database()[table] as unknown as { deleteMany: () => Promise<unknown> }).deleteMany()
  }
})

describe('a creation with an idempotency key', () => {
  it('that is sent again answers the row of the first and makes no other', async () => {
    const { createNote } = await load()
    const admin = await newAdmin('ada')
    const first = await createNote(admin, NOTE, 'a-key')
    expect(await createNote(admin, NOTE, 'a-key')).toEqual(first)
    expect(await database().note.count()).toBe(1)
    expect(await database().auditEvent.count({ where: { action: 'note.create' } })).toBe(1)
  })

  it('that is sent many times at once makes exactly one row, which all of them answer', async () => {
    const { createNote } = await load()
    const admin = await newAdmin('ada')
    const made = await Promise.all(Array.from({ length: 20 }, () => createNote(admin, NOTE, 'a-key')))
    expect(new Set(made.map(({ _id }) => _id)).size).toBe(1)
    expect(await database().note.count()).toBe(1)
    expect(await database().auditEvent.count({ where: { action: 'note.create' } })).toBe(1)
  })

  it('waits for one that is about to commit, and makes its row itself when that one is rolled back', async () => {
    const { createNote } = await load()
    const admin = await newAdmin('ada')
    let roll = () => {}
    const rolled = new Promise<void>((resolve) => {
      roll = resolve
    })
    let claimed = () => {}
    const isClaimed = new Promise<void>((resolve) => {
      claimed = resolve
    })
    const other = database().$transaction(async (transaction) => {
      await transaction.idempotencyKey.create({
        data: { userId: admin.userId, action: 'note.create', key: 'a-key', bodyHash: '', subjectId: 'nothing' },
      })
      claimed()
      await rolled
      throw new Error('rolled back')
    })
    await isClaimed
    const waiting = createNote(admin, NOTE, 'a-key')
    const locked = async () => {
      const [row] = await database().$queryRaw<Array<{ count: bigint }>>`
        SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`
      return row?.count
    }
    await expect.poll(locked).toBe(1n)
    roll()
    await expect(other).rejects.toThrow('rolled back')
    expect((await waiting).title).toBe(NOTE.title)
    expect(await database().note.count()).toBe(1)
  })

  it('and another text is a conflict with the row as it is now, which stays', async () => {
    const { createNote } = await load()
    const admin = await newAdmin('ada')
    const first = await createNote(admin, NOTE, 'a-key')
    await expect(createNote(admin, { ...NOTE, title: 'Rewritten' }, 'a-key')).rejects.toMatchObject({
      kind: 'conflict',
      current: first,
    })
    expect(await database().note.findMany({ select: { title: true } })).toEqual([{ title: NOTE.title }])
  })

  it('makes a new row once the first is in the trash', async () => {
    const { createNote, trashContent, WRITABLE_NOTES } = await load()
    const admin = await newAdmin('ada')
    const first = await createNote(admin, NOTE, 'a-key')
    await trashContent(WRITABLE_NOTES, admin, { ids: [first._id], action: 'trash' })
    const second = await createNote(admin, NOTE, 'a-key')
    expect(second._id).not.toBe(first._id)
    expect(await createNote(admin, NOTE, 'a-key')).toEqual(second)
    expect(await database().note.count()).toBe(2)
  })

  it('is another one for someone else, and for another call', async () => {
    const { createNote, createPost } = await load()
    const [ada, bob] = [await newAdmin('ada'), await newAdmin('bob')]
    await createNote(ada, NOTE, 'a-key')
    await createNote(bob, NOTE, 'a-key')
    await createPost(ada, POST, undefined, 'a-key')
    expect(await database().note.count()).toBe(2)
    expect(await database().post.count()).toBe(1)
  })

  it('stores the picture of a project once', async () => {
    const { createPost } = await load()
    const admin = await newAdmin('ada')
    const picture = async (background: string) =>
      new Uint8Array(
        await sharp({ create: { width: 20, height: 10, channels: 3, background } })
          .png()
          .toBuffer(),
      )
    const [red, blue] = [await picture('#f00'), await picture('#00f')]
    const made = await Promise.all([1, 2, 3].map(() => createPost(admin, POST, red, 'a-key')))
    expect(new Set(made.map(({ _id }) => _id)).size).toBe(1)
    const stored = await files()
    await expect(createPost(admin, POST, blue, 'a-key')).rejects.toMatchObject({ kind: 'conflict' })
    expect(await createPost(admin, POST, red, 'a-key')).toEqual(made[0])
    expect(await database().media.count()).toBe(1)
    expect(await files()).toEqual(stored)
    expect(stored).toHaveLength(1)
  })

  it('is forgotten after a day, and no sooner', async () => {
    const { createNote, runMaintenance } = await load()
    const admin = await newAdmin('ada')
    await createNote(admin, NOTE, 'a-key')
    const age = (hours: number) =>
      database().idempotencyKey.updateMany({ data: { createdAt: new Date(Date.now() - hours * 60 * 60 * 1000) } })
    await age(23)
    expect(await runMaintenance()).toMatchObject({ idempotencyKeys: 0 })
    await age(25)
    expect(await runMaintenance()).toMatchObject({ idempotencyKeys: 1 })
    await createNote(admin, NOTE, 'a-key')
    expect(await database().note.count()).toBe(2)
  })

  it('goes with the account it belongs to', async () => {
    const { createNote } = await load()
    const admin = await newAdmin('ada')
    await createNote(admin, NOTE, 'a-key')
    await database().user.delete({ where: { id: admin.userId }, select: { id: true } })
    expect(await database().idempotencyKey.count()).toBe(0)
  })
})

it('without a key every creation makes a row', async () => {
  const { createNote } = await load()
  const admin = await newAdmin('ada')
  await createNote(admin, NOTE)
  await createNote(admin, NOTE)
  expect(await database().note.count()).toBe(2)
  expect(await database().idempotencyKey.count()).toBe(0)
})
