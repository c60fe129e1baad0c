import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Database } from '@/lib/db'
import { throwAwayDatabase } from '@/tests/support/unit-database'

const DAY_MS = 24 * 60 * 60 * 1000
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

vi.mock('@/lib/env', () => ({ env: () => ({ SITE_URL: 'https://ada.example' }) }))

const { database, replaceBy } = throwAwayDatabase()

beforeEach(() => {
  // Each test is a process of its own: limits and the day's salt are held in memory.
  vi.resetModules()
})
afterEach(async () => {
  vi.useRealTimers()
  await database().pageView.deleteMany()
  await database().pageViewSalt.deleteMany()
})

type Sent = { body?: unknown; headers?: Record<string, string | null> }

async function send({ body = { path: '/note/1' }, headers = {} }: Sent = {}): Promise<Response> {
  const { collectView } = await import('@/lib/analytics/collect')
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
  return collectView(
    new Request('https://ada.example/api/view', {
      method: 'POST',
      headers: given,
      body: typeof body === 'string' ? body : JSON.stringify(body),
    }),
  )
}

describe('a page view', () => {
  it('is kept as path, referrer’s host, device and a hash, and nothing else', async () => {
    const answer = await send({ body: { path: '/note/1?q=secret#part', referrer: 'https://www.news.example/a?b' } })
    expect(answer.status).toBe(204)
    expect(answer.headers.get('set-cookie')).toBeNull()
    expect(await database().pageView.findMany()).toEqual([
      {
        id: expect.any(String),
        path: '/note/1',
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
    ['a path the database cannot hold', { body: { path: '/\u0000' } }],
    ['a body beyond all need', { body: { path: '/', referrer: 'x'.repeat(5_000) } }],
  ])('is not kept for %s, and answered all the same', async (_, sent) => {
    expect((await send(sent)).status).toBe(204)
    expect(await database().pageView.count()).toBe(0)
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

  it('tells two visitors apart on one day, on every instance, and forgets how on the next', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-03-01T23:59:00Z') })
    await send()
    vi.resetModules()
    await send()
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
        return (await import('@/lib/analytics/collect')).collectView
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
    const views = await database().pageView.findMany()
    expect(views).toHaveLength(8)
    expect(new Set(views.map((view) => view.visitor)).size).toBe(1)
  })
})

describe('kept page views', () => {
  const view = (path: string, visitor: string, createdAt: Date) => ({ path, visitor, createdAt, device: 'desktop' })

  it('are counted by page and time, visitors once', async () => {
    const at = (day: number) => new Date(Date.UTC(2026, 2, day))
    await database().pageView.createMany({
      data: [view('/a', 'x', at(1)), view('/a', 'x', at(1)), view('/b', 'y', at(2)), view('/a', 'z', at(3))],
    })
    const { countViews } = await import('@/lib/analytics/queries')
    expect(await countViews({ from: at(1), to: at(3) })).toEqual({ views: 3, visitors: 2 })
    expect(await countViews({ from: at(1), to: at(4), path: '/a' })).toEqual({ views: 3, visitors: 2 })
    expect(await countViews({ from: at(4), to: at(5) })).toEqual({ views: 0, visitors: 0 })
  })

  it('go after 13 months, and the salts of days that are over with them', async () => {
    const now = new Date()
    const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS)
    await database().pageView.createMany({ data: [view('/', 'x', daysAgo(397)), view('/', 'y', daysAgo(395))] })
    await database().pageViewSalt.createMany({
      data: [
        { day: daysAgo(1), salt: 'old' },
        { day: now, salt: 'new' },
      ],
    })
    const { forgetOldViews } = await import('@/lib/analytics/mutations')
    expect(await forgetOldViews(now)).toBe(1)
    expect((await database().pageView.findMany()).map((row) => row.visitor)).toEqual(['y'])
    expect((await database().pageViewSalt.findMany()).map((row) => row.salt)).toEqual(['new'])
  })
})
