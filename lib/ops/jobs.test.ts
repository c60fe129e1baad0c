import { readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { OPERATOR } from '@/lib/access/system-actors'
import { DAY_MS } from '@/lib/platform/days'
import { SANITISER_VERSION } from '@/lib/rich-text/server/sanitiser-version'
import { setSettings } from '@/tests/support/process-settings'
import { throwAwayDatabase } from '@/tests/support/unit-database'

const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS)

const { database, location } = throwAwayDatabase()

beforeEach(() => {
  vi.spyOn(process.stdout, 'write').mockReturnValue(true)
})
afterEach(async () => {
  await database().post.deleteMany()
  await database().note.deleteMany()
  await database().user.deleteMany()
  await database().siteSettings.deleteMany()
  await database().media.deleteMany()
  await database().rateLimit.deleteMany()
  await rm(uploads(), { recursive: true, force: true })
})

async function load() {
  setSettings({ DATA_DIR: location().dataDir, DATABASE_URL: location().url, UPLOADTHING_TOKEN: '' })
  return { ...(await import('@/lib/ops/jobs')), media: await import('@/lib/media/server/mutations') }
}

const uploads = () => path.join(location().dataDir, 'uploads')

describe('maintenance', () => {
  it('lets no flood of what members do to their own accounts push out the rest', async () => {
    const { runMaintenance } = await load()
    const [admin, member] = await Promise.all(
      ['admin', 'member'].map((name) =>
        database().user.create({
          data: { name, username: name, email: `${name}@example.org`, passwordHash: '', isAdmin: name === 'admin' },
          select: { id: true },
        }),
      ),
    )
    await database().$executeRaw`
      INSERT INTO "AuditEvent" ("id", "actorId", "subjectIds", "action", "outcome", "createdAt")
      SELECT gen_random_uuid()::text, who, ARRAY[who], 'profile.update', 'done', now() - make_interval(secs => n)
      FROM generate_series(1, 50004) AS n, unnest(ARRAY[${member?.id}, 'somebody who is gone']) AS who`
    const done = { outcome: 'done', createdAt: daysAgo(300) }
    await database().auditEvent.createMany({
      data: [
        { ...done, action: 'session.start', actorId: admin?.id, subjectIds: [admin?.id ?? ''] },
        { ...done, action: 'note.update', actorId: 'an admin who is gone', subjectIds: ['a note'] },
        { ...done, action: 'note.purge', actorId: '', subjectIds: ['a note'] },
      ],
    })
    expect(await runMaintenance()).toMatchObject({ auditEvents: 8 })
    expect(await database().auditEvent.count({ where: { action: 'profile.update' } })).toBe(100_000)
    expect(await database().auditEvent.count({ where: { createdAt: { lt: daysAgo(299) } } })).toBe(3)
    await database().auditEvent.deleteMany()
  })

  it('keeps the audit log for 12 months, and lets no flood of refusals push out what was done', async () => {
    const { runMaintenance } = await load()
    // What PostgreSQL knows of the table is from before the flood: that it is empty.
    await database().$executeRaw`ANALYZE "AuditEvent"`
    await database().$executeRaw`
      INSERT INTO "AuditEvent" ("id", "action", "outcome", "createdAt")
      SELECT gen_random_uuid()::text, 'session.start', 'refused', now() - make_interval(secs => n)
      FROM generate_series(1, 100007) AS n`
    const done = [daysAgo(0), daysAgo(360), daysAgo(367), daysAgo(800)]
    await database().auditEvent.createMany({
      data: done.map((createdAt) => ({ action: 'note.update', outcome: 'done', createdAt })),
    })
    expect(await runMaintenance()).toMatchObject({ auditEvents: 7 + 2 })
    expect(await database().auditEvent.count({ where: { outcome: 'refused' } })).toBe(100_000)
    expect(await database().auditEvent.count({ where: { outcome: 'done' } })).toBe(2)
    await database().auditEvent.deleteMany()
  })

  it('deletes what has been in the trash for 30 days, however much, and nothing else', async () => {
    const { runMaintenance } = await load()
    const rows = (count: number, deletedAt: Date | null) => Array.from({ length: count }, () => ({ deletedAt }))
    const all = [...rows(230, daysAgo(31)), ...rows(2, daysAgo(29)), ...rows(3, null)]
    await database().post.createMany({ data: all.map((row, at) => ({ ...row, title: `P${at}`, description: 'x' })) })
    await database().note.createMany({ data: all.map((row, at) => ({ ...row, title: `N${at}` })) })

    expect(await runMaintenance()).toMatchObject({ posts: 230, notes: 230 })
    expect(await database().post.count({ where: { deletedAt: { not: null } } })).toBe(2)
    expect(await database().post.count({ where: { deletedAt: null } })).toBe(3)
    expect(await database().note.count()).toBe(5)
  })

  it('deletes the pictures with the projects', async () => {
    const { media, runMaintenance } = await load()
    const post = await database().post.create({ data: { title: 'A', description: 'B' } })
    const picture = await sharp({ create: { width: 8, height: 4, channels: 3, background: 'teal' } })
      .png()
      .toBuffer()
    await media.withStagedImage(picture, (staged) =>
      database().$transaction(async (transaction) => {
        if (staged) await media.attachImage(transaction, post.id, staged, '')
      }),
    )
    await database().post.update({ where: { id: post.id }, data: { deletedAt: daysAgo(31) } })
    expect(await readdir(uploads())).not.toHaveLength(0)

    expect(await runMaintenance()).toMatchObject({ posts: 1, files: 0 })
    expect(await database().media.count()).toBe(0)
    expect(await readdir(uploads(), { recursive: true, withFileTypes: true })).not.toContainEqual(
      expect.objectContaining({ isFile: expect.any(Function), name: expect.stringMatching(/\.(png|webp)$/) }),
    )
  })

  it('deletes pictures nothing has shown for a week, with their files, and keeps every other', async () => {
    const { media, runMaintenance } = await load()
    const bytes = await sharp({ create: { width: 500, height: 40, channels: 3, background: 'teal' } })
      .png()
      .toBuffer()
    const keysOf = new Map<string, string[]>()
    /** Stores a picture as the editor does; answers its address. */
    const picture = async (name: string, createdAt = daysAgo(8)) => {
      const { _id, url } = await media.createImage(OPERATOR, { alt: '' }, bytes)
      const { key, variants } = await database().media.update({ where: { id: _id }, data: { createdAt } })
      const copies = variants as { key: string; url: string }[]
      keysOf.set(name, [key, ...copies.map((copy) => copy.key)])
      return { id: _id, url, copies }
    }
    const shown = async (name: string) => `<p>A <img src="${(await picture(name)).url}" alt="" width="8"></p>`

    await picture('never shown')
    await picture('just uploaded', daysAgo(6))
    const { url: linked } = await picture('linked')
    await database().note.createMany({
      data: [
        { title: 'N', description: `${await shown('in a note')}${await shown('beside it')}` },
        { title: 'L', description: `<p><a href="https://example.org${linked}?a=b">A</a></p>` },
        { title: 'T', description: await shown('in the trash'), deletedAt: daysAgo(29) },
        { title: 'G', description: await shown('in a gone note'), deletedAt: daysAgo(31) },
      ],
    })
    const ada = { name: 'Ada', username: 'ada', email: 'ada@example.org', passwordHash: 'x' }
    await database().user.create({ data: { ...ada, about: await shown('in a profile') } })
    const post = await database().post.create({ data: { title: 'A', description: 'B' } })
    const { id: postPicture } = await picture('of a project')
    await database().media.update({ where: { id: postPicture }, data: { postId: post.id } })
    const { copies } = await picture('in a smaller copy')
    expect(copies).not.toEqual([])
    await database().note.create({ data: { title: 'C', description: `<p><img src="${copies[0]?.url}" alt=""></p>` } })
    const { id: avatarId } = await picture('the avatar')
    await database().siteSettings.create({
      data: { ownerName: 'A', titleLine: 'B', bio: 'C', contactNote: 'D', competencies: [], avatarId },
    })

    expect(await runMaintenance()).toMatchObject({ notes: 1, pictures: 2, files: 0 })
    for (const gone of ['never shown', 'in a gone note']) keysOf.delete(gone)
    const rows = await database().media.findMany({ select: { key: true } })
    expect(rows.map(({ key }) => key).sort()).toEqual([...keysOf.values()].map(([key]) => key).sort())
    expect((await readdir(uploads())).sort()).toEqual([...keysOf.values()].flat().sort())

    // Taken out of its text, a picture is nobody's.
    await database().note.updateMany({ where: { title: 'N' }, data: { description: '<p>A</p>' } })
    expect(await runMaintenance()).toMatchObject({ pictures: 2 })
  })

  it('ends sessions that are too old or were not used for a week, and keeps the live one', async () => {
    const { runMaintenance } = await load()
    const user = await database().user.create({
      data: { name: 'Ada', username: 'ada', email: 'ada@example.org', passwordHash: 'x' },
    })
    const session = (tokenHash: string, expiresAt: Date, lastSeenAt = new Date()) =>
      ({ tokenHash, expiresAt, lastSeenAt, userId: user.id }) as const
    await database().session.createMany({
      data: [
        session('old', daysAgo(1)),
        session('idle', daysAgo(-10), daysAgo(8)),
        session('live', daysAgo(-10), daysAgo(6)),
      ],
    })

    expect(await runMaintenance()).toMatchObject({ sessions: 2 })
    expect(await database().session.findMany({ select: { tokenHash: true } })).toEqual([{ tokenHash: 'live' }])
  })

  it('deletes tokens that nobody has used for half a year', async () => {
    const { runMaintenance } = await load()
    const account = { name: 'Ada', username: 'tokens', email: 'tokens@example.org', passwordHash: '' }
    const { id: userId } = await database().user.create({ data: account })
    const token = (hash: string, createdAt: Date, lastUsedAt: Date | null = null) => ({
      ...{ userId, hash, name: hash, lastFour: '', scopes: [], expiresAt: daysAgo(-30) },
      ...{ createdAt, lastUsedAt },
    })
    await database().apiToken.createMany({
      data: [
        token('never used', daysAgo(181)),
        token('long unused', daysAgo(300), daysAgo(181)),
        token('used', daysAgo(300), daysAgo(179)),
        token('new', daysAgo(1)),
      ],
    })

    expect(await runMaintenance()).toMatchObject({ tokens: 2 })
    const left = await database().apiToken.findMany({ select: { hash: true }, orderBy: { hash: 'asc' } })
    expect(left).toEqual([{ hash: 'new' }, { hash: 'used' }])
  })

  it('forgets counters that ran out and keeps the others', async () => {
    const { runMaintenance } = await load()
    const counter = (key: string, expiresAt: Date) => ({ key, count: 1, blockedUntil: expiresAt, expiresAt })
    await database().rateLimit.createMany({ data: [counter('old', daysAgo(1)), counter('live', daysAgo(-1))] })

    expect(await runMaintenance()).toMatchObject({ rateLimits: 1 })
    expect(await database().rateLimit.findMany({ select: { key: true } })).toEqual([{ key: 'live' }])
  })

  it('waits for no counter that a sign-in holds', async () => {
    const { runMaintenance } = await load()
    const expiresAt = daysAgo(1)
    const counter = (key: string) => ({ key, count: 1, blockedUntil: expiresAt, expiresAt })
    await database().rateLimit.createMany({ data: [counter('held'), counter('old')] })

    const report = await database().$transaction(async (signIn) => {
      await signIn.$queryRaw`SELECT 1 FROM "RateLimit" WHERE "key" = 'held' FOR UPDATE`
      return runMaintenance()
    })
    expect(report).toMatchObject({ rateLimits: 1 })
    expect(await database().rateLimit.findMany({ select: { key: true } })).toEqual([{ key: 'held' }])
  })

  it('does the rest when one part fails, and says so', async () => {
    const { runMaintenance } = await load()
    const errors = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
    await database().note.create({ data: { title: 'N', deletedAt: daysAgo(31) } })
    vi.spyOn(database().post, 'findMany').mockRejectedValue(new Error('lost'))

    expect(await runMaintenance()).toMatchObject({ posts: null, notes: 1 })
    expect(errors.mock.calls.join()).toContain('"job":"posts"')
  })

  it('may run twice at once', async () => {
    const { runMaintenance } = await load()
    const data = Array.from({ length: 150 }, (_, at) => ({ title: `N${at}`, deletedAt: daysAgo(40) }))
    await database().note.createMany({ data })
    await Promise.all([runMaintenance(), runMaintenance()])
    await runMaintenance()
    expect(await database().note.count()).toBe(0)
  })
})

describe('stored texts of another policy', () => {
  const OLD = { description: '<h2 onclick="x()">Tea</h2>', descriptionStamp: 'old', rendered: 'old' }
  const account = (name: string) => ({ name, username: name, email: `${name}@example.org`, passwordHash: '' })
  const revision = async () => (await database().pageRevision.findFirstOrThrow()).revision

  it('are refreshed, all of them, without a new version or date and without a word to any cache', async () => {
    const { runMaintenance } = await load()
    const updatedAt = daysAgo(5)
    const notes = Array.from({ length: 25 }, (_, at) => ({
      ...OLD,
      title: `N${at}`,
      slug: `n${at}`,
      updatedAt,
      version: 3,
    }))
    await database().note.createMany({
      data: [...notes, { ...OLD, title: 'In the trash', slug: 'gone', deletedAt: daysAgo(1) }],
    })
    const about = { about: '<p onclick="x()">Hello</p>', aboutStamp: 'old', updatedAt }
    await database().user.createMany({ data: [{ ...account('ada'), ...about }, account('bob')] })
    const before = await revision()

    expect(await runMaintenance()).toMatchObject({ texts: 28 })
    expect(await revision()).toBe(before)
    expect(await database().note.count({ where: { updatedAt, version: 3 } })).toBe(25)
    const fresh = { description: '<h2>Tea</h2>', descriptionStamp: SANITISER_VERSION, wordCount: 1 }
    expect(await database().note.count({ where: fresh })).toBe(26)
    expect(await database().note.count({ where: { rendered: { startsWith: '<h2 id="h-tea">' } } })).toBe(26)
    expect(await database().user.findFirst({ where: { username: 'ada' } })).toMatchObject({
      about: '<p>Hello</p>',
      aboutRendered: '<p>Hello</p>',
      aboutStamp: SANITISER_VERSION,
      updatedAt,
      version: 1,
    })
    expect(await runMaintenance()).toMatchObject({ texts: 0 })
  })

  it('are left to whoever saves them at the same time', async () => {
    const { runMaintenance } = await load()
    const { id } = await database().note.create({ data: { ...OLD, title: 'N' } })
    const { setSanitiserQueue } = await import('@/lib/rich-text/server/sanitiser-queue')
    const { sanitiseAndRender } = await import('@/lib/rich-text/server/sanitise-and-render')
    const saved = {
      description: '<p>Saved</p>',
      descriptionStamp: SANITISER_VERSION,
      rendered: '<p>Saved</p>',
      version: 2,
    }
    const priorities: string[] = []
    setSanitiserQueue({
      hasRoom: () => true,
      async clean(html, _, priority) {
        priorities.push(priority)
        await database().note.update({ where: { id }, data: saved })
        return { text: sanitiseAndRender(html) }
      },
    })
    try {
      expect(await runMaintenance()).toMatchObject({ texts: 0 })
    } finally {
      setSanitiserQueue(undefined as never)
    }
    expect(priorities).toEqual(['maintenance'])
    expect(await database().note.findUnique({ where: { id } })).toMatchObject(saved)
  })

  it('do not keep the others from being refreshed when one fails, and wait when the site stops', async () => {
    const { runMaintenance } = await load()
    const errors = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
    await database().note.createMany({ data: ['one', 'two', 'three'].map((title) => ({ ...OLD, title })) })
    const { setSanitiserQueue } = await import('@/lib/rich-text/server/sanitiser-queue')
    const { sanitiseAndRender } = await import('@/lib/rich-text/server/sanitise-and-render')
    const stopping = new AbortController()
    let cleaned = 0
    setSanitiserQueue({
      hasRoom: () => true,
      async clean(html) {
        cleaned += 1
        if (cleaned === 1) throw new Error('the thread died')
        stopping.abort()
        return { text: sanitiseAndRender(html) }
      },
    })
    try {
      expect(await runMaintenance(stopping.signal)).toMatchObject({ texts: 1 })
    } finally {
      setSanitiserQueue(undefined as never)
    }
    expect(errors.mock.calls.join()).toContain('"event":"a stored text was not refreshed"')
    expect(await database().note.count({ where: { descriptionStamp: 'old' } })).toBe(2)
  })
})
