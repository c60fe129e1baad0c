import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { writeBatches } from '@/lib/platform/server/batch'
import type { Database } from '@/lib/platform/server/db'
import { throwAwayDatabase } from '@/tests/support/unit-database'

const DAY_MS = 24 * 60 * 60 * 1000
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const NOTE = '/note/018f3c5e-7a10-7c3d-8b21-0123456789ab'

vi.mock('@/lib/platform/server/env', () => ({ env: () => ({ SITE_URL: 'https://ada.example' }) }))

const { database, replaceBy } = throwAwayDatabase()

beforeEach(async () => {
  await database().note.create({ data: { id: NOTE.slice('/note/'.length), title: 'Tea' } })
  // Each test is a process of its own: limits and the day's salt are held in memory.
  vi.resetModules()
})
afterEach(async () => {
  vi.useRealTimers()
  await database().note.deleteMany()
  await database().pageView.deleteMany()
  await database().viewSum.deleteMany()
  await database().pageViewSalt.deleteMany()
  await database().rateLimit.deleteMany()
})

type Sent = { body?: unknown; headers?: Record<string, string | null> }

async function send({ body = { path: NOTE }, headers = {} }: Sent = {}): Promise<Response> {
  const { collectView } = await import('@/lib/analytics/server/collect')
  const all: Record<string, string | null> = {
    'content-type': 'application/json',
    'user-agent': FIREFOX,
    'x-forwarded-for': '192.0.2.1',
    host: 'ada.example',
    origin: 'https://ada.example',
    ...headers,
  }
  const given = Object.entries(all).flatMap(([name, value]) =>
    value === null ? [] : [[name, value] as [string, string]],
  )
  const answer = await collectView(
    new Request('https://ada.example/api/view', {
      method: 'POST',
      headers: given,
      body: typeof body === 'string' ? body : JSON.stringify(body),
    }),
  )
  await writeBatches()
  return answer
}

describe('a page view', () => {
  it('is kept as path, referrer’s host, device and a hash, and nothing else', async () => {
    const answer = await send({ body: { path: `${NOTE}?q=secret#part`, referrer: 'https://www.news.example/a?b' } })
    expect(answer.status).toBe(204)
    expect(answer.headers.get('set-cookie')).toBeNull()
    expect(await database().pageView.findMany()).toEqual([
      {
        id: expect.any(String),
        path: NOTE,
        referrerHost: 'news.example',
        device: 'desktop',
        visitor: expect.stringMatching(/^[\w-]{22}$/),
        createdAt: expect.any(Date),
      },
    ])
  })

  it.each<[string, Sent]>([
    ['Do Not Track', { headers: { dnt: '1' } }],
    ['Global Privacy Control', { headers: { 'sec-gpc': '1' } }],
    ['a bot', { headers: { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1)' } }],
    ['no user agent', { headers: { 'user-agent': null } }],
    ['a client that does not say where it is', { headers: { origin: null } }],
    ['another content type', { headers: { 'content-type': 'text/plain' } }],
    ['broken JSON', { body: '{' }],
    ['no path', { body: {} }],
    ['a whole address', { body: { path: 'https://ada.example/' } }],
    ['a path that leads elsewhere', { body: { path: '//evil.example' } }],
    ['a path the database cannot hold', { body: { path: '/search/\u0000' } }],
    ['a path that no screen has', { body: { path: '/note/1' } }],
    ['a page that the owner has not', { body: { path: '/nowhere' } }],
    ['a name that the site keeps for itself', { body: { path: '/archive' } }],
    ['a path beyond all need', { body: { path: `/search/${'x'.repeat(800)}` } }],
    ['a body beyond all need', { body: { path: '/', referrer: 'x'.repeat(5_000) } }],
  ])('is not kept for %s, and answered all the same', async (_, sent) => {
    expect((await send(sent)).status).toBe(204)
    expect(await database().pageView.count()).toBe(0)
  })

  it('is counted whatever made-up addresses wait with it', async () => {
    const sections = ['note', 'post', 'tech', 'profile', 'search', 'preview']
    const others = ['%00', '%C0%80', '%ED%A0%80', '%'].flatMap((name) => [
      `/${name}`,
      ...sections.map((at) => `/${at}/${name}`),
    ])
    await Promise.all([...others, '/about'].map((path) => send({ body: { path } })))
    expect(await database().pageView.count({ where: { path: '/about' } })).toBe(1)
  })

  it('waits once more than a database that does not answer can take, and no more', async () => {
    const { createBatch } = await import('@/lib/platform/server/batch')
    const stored: number[][] = []
    let answer = () => {}
    const silent = new Promise<void>((resolve) => {
      answer = resolve
    })
    const batch = createBatch<number>('numbers', 60_000, async (numbers) => {
      stored.push(numbers)
      await silent
    })
    const writes = [1, 2, 3, 4].map((number) => {
      batch.waiting.set(String(number), number)
      return batch.writeNow()
    })
    await expect.poll(() => stored).toHaveLength(1)
    for (const number of [5, 6]) batch.waiting.set(String(number), number)
    expect(batch.waiting.size).toBeGreaterThanOrEqual(2)
    answer()
    await Promise.all([...writes, batch.writeNow()])
    expect(stored.flat()).toEqual([1, 2, 3, 4, 5, 6])
    expect(batch.waiting.size).toBe(0)
  })

  it('of a note, a project or an own page has the path by its id', async () => {
    const fields = { title: 'Tea', slug: 'tea' }
    const note = await database().note.create({ data: { ...fields, about: '', description: '' } })
    const page = await database().page.create({ data: fields })
    for (const path of ['/note/tea', '/tea', `/${page.id}`]) await send({ body: { path } })
    const views = await database().pageView.findMany({ orderBy: { id: 'asc' } })
    expect(views.map((view) => view.path)).toEqual([`/note/${note.id}`, `/${page.id}`, `/${page.id}`])
  })

  it('has one path with and without a slash at its end', async () => {
    for (const path of ['/about', '/about/', '/']) await send({ body: { path } })
    const views = await database().pageView.findMany({ orderBy: { id: 'asc' } })
    expect(views.map((view) => view.path)).toEqual(['/about', '/about', '/'])
  })

  it('comes from no host where the referrer’s is longer than a host can be', async () => {
    await send({ body: { path: '/', referrer: `http://${'a'.repeat(60)}${`.${'a'.repeat(60)}`.repeat(60)}/` } })
    expect(await database().pageView.findMany()).toMatchObject([{ path: '/', referrerHost: '' }])
  })

  it('is answered when the database fails', async () => {
    const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
    replaceBy({} as Database)
    expect((await send()).status).toBe(204)
    expect(written).toHaveBeenCalledTimes(1)
  })

  it('is left uncounted beyond 60 a minute from one address', async () => {
    for (let at = 0; at < 65; at += 1) await send()
    expect(await database().pageView.count()).toBe(60)
  })

  it('is left uncounted beyond 2,000 a day from one address, whatever the browser, and counted again the next day', async () => {
    const start = new Date('2026-03-01T00:00:00Z').getTime()
    vi.useFakeTimers({ toFake: ['Date'], now: start })
    const headers = (at: number) => ({ 'user-agent': `${FIREFOX}.${at}`, 'x-forwarded-for': `2001:db8::${at}` })
    const sendFromAll = () => Promise.all(Array.from({ length: 30 }, (_, at) => send({ headers: headers(at) })))
    await sendFromAll()
    const { count: counters } = await database().rateLimit.updateMany({ where: { count: 30 }, data: { count: 1_990 } })
    expect(counters).toBeGreaterThan(0)
    await sendFromAll()
    expect(await database().pageView.count()).toBe(40)
    // On every instance, and others are counted all the same.
    vi.resetModules()
    expect((await send({ headers: headers(1) })).status).toBe(204)
    expect(await database().pageView.count()).toBe(40)
    await send({ headers: { 'x-forwarded-for': '192.0.2.2' } })
    expect(await database().pageView.count()).toBe(41)
    vi.setSystemTime(start + DAY_MS)
    await send({ headers: headers(1) })
    expect(await database().pageView.count()).toBe(42)
  })

  it('is left uncounted beyond 100,000 a day from all addresses, and then costs nothing', async () => {
    await send()
    await database().rateLimit.updateMany({ where: { key: { endsWith: ':all' } }, data: { count: 99_999 } })
    const from = (at: number) => send({ headers: { 'x-forwarded-for': `192.0.2.${at}` } })
    await from(2)
    for (let at = 3; at < 8; at += 1) expect((await from(at)).status).toBe(204)
    expect(await database().pageView.count()).toBe(2)
    // Nor does everybody who comes too late leave a counter.
    expect(await database().rateLimit.count()).toBe(4)
  })

  it('leaves nothing that leads to an address once its day is over', async () => {
    await send()
    const [row] = await database().rateLimit.findMany({ where: { key: { not: { endsWith: ':all' } } } })
    expect(row?.key).not.toContain('192.0.2.1')
    expect(row?.expiresAt.getTime()).toBeLessThanOrEqual(Date.now() + DAY_MS)
  })

  it('tells two visitors apart on one day, on every instance, and forgets how on the next', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-03-01T23:59:00Z') })
    await send()
    vi.resetModules()
    vi.setSystemTime(new Date('2026-03-01T23:59:01Z'))
    await send()
    vi.setSystemTime(new Date('2026-03-01T23:59:02Z'))
    await send({ headers: { 'x-forwarded-for': '192.0.2.2' } })
    const salts = await database().pageViewSalt.findMany()
    vi.setSystemTime(new Date('2026-03-02T00:01:00Z'))
    await send()

    const seen = (await database().pageView.findMany({ orderBy: { id: 'asc' } })).map((view) => view.visitor)
    expect(seen[0]).toBe(seen[1])
    expect(new Set(seen).size).toBe(3)
    expect(salts).toHaveLength(1)
    const left = await database().pageViewSalt.findMany()
    expect(left).toHaveLength(1)
    expect(left[0]?.salt).not.toBe(salts[0]?.salt)
  })

  it('agrees on the salt when many first views of a day arrive at once', async () => {
    const senders = await Promise.all(
      Array.from({ length: 8 }, async () => {
        vi.resetModules()
        return (await import('@/lib/analytics/server/collect')).collectView
      }),
    )
    const headers = {
      'content-type': 'application/json',
      'user-agent': FIREFOX,
      'x-forwarded-for': '192.0.2.1',
      origin: 'https://ada.example',
    }
    const body = JSON.stringify({ path: '/' })
    const request = () => new Request('https://ada.example/api/view', { method: 'POST', headers, body })
    await Promise.all(senders.map((collect) => collect(request())))
    await writeBatches()
    const views = await database().pageView.findMany()
    expect(views).toHaveLength(8)
    expect(new Set(views.map((view) => view.visitor)).size).toBe(1)
  })
})

describe('kept page views', () => {
  const view = (path: string, visitor: string, createdAt: Date) => ({ path, visitor, createdAt, device: 'desktop' })

  it('go beyond a million, the oldest first', async () => {
    const now = new Date()
    await database().pageView.createMany({
      data: ['a', 'b', 'c', 'd'].map((visitor, at) => view('/', visitor, new Date(now.getTime() - at * 60_000))),
    })
    const { deleteOldViews } = await import('@/lib/analytics/server/mutations')
    expect(await deleteOldViews(now)).toBe(0)
    expect(await deleteOldViews(now, 2)).toBe(2)
    expect((await database().pageView.findMany()).map((row) => row.visitor).sort()).toEqual(['a', 'b'])
  })

  it('go after thirty days, their sums later, and the salts of days that are over with them', async () => {
    const now = new Date()
    const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS)
    await database().pageView.createMany({ data: [view('/', 'x', daysAgo(31)), view('/', 'y', daysAgo(29))] })
    await database().pageViewSalt.createMany({
      data: [
        { day: daysAgo(1), salt: 'old' },
        { day: now, salt: 'new' },
      ],
    })
    const sum = (unit: string, path: string, days: number) => ({
      ...{ kind: 'views', unit, path, start: daysAgo(days), views: 1, visitors: 1 },
    })
    const sums = [sum('hour', '/', 92), sum('hour', '/', 94), sum('day', '/', 730), sum('day', '/', 732)]
    await database().viewSum.createMany({ data: [...sums, sum('day', '', 800), sum('month', '/', 800)] })
    const { deleteOldViews } = await import('@/lib/analytics/server/mutations')
    expect(await deleteOldViews(now)).toBe(1)
    expect((await database().pageView.findMany()).map((row) => row.visitor)).toEqual(['y'])
    const left = await database().viewSum.findMany({ orderBy: [{ unit: 'asc' }, { path: 'asc' }] })
    expect(left.map(({ unit, path, start }) => [unit, path, start < daysAgo(731)])).toEqual([
      ['day', '', true],
      ['day', '/', false],
      ['hour', '/', false],
      ['month', '/', true],
    ])
    expect((await database().pageViewSalt.findMany()).map((row) => row.salt)).toEqual(['new'])
  })
})
