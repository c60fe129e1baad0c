import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Admin } from '@/lib/access/actor'
import type { ViewsQuery } from '@/lib/analytics/input'
import { DEFAULT_TIME_ZONE, toLocal } from '@/lib/platform/local-time'
import { writeBatches } from '@/lib/platform/server/batch'
import { processSingleton } from '@/lib/platform/server/process-singleton'
import { throwAwayDatabase } from '@/tests/support/unit-database'

vi.mock('@/lib/platform/server/env', () => ({ env: () => ({ SITE_URL: 'https://ada.example' }) }))

const { database } = throwAwayDatabase()
const ADMIN = { userId: 'owner', name: 'Ada', isAdmin: true } as unknown as Admin
const DESKTOP = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const PHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 Safari/604.1'

beforeEach(() => {
  vi.resetModules()
  vi.useFakeTimers({ toFake: ['Date'] })
})
afterEach(async () => {
  vi.useRealTimers()
  await database().pageView.deleteMany()
  await database().viewSum.deleteMany()
  await database().pageViewSalt.deleteMany()
  await database().rateLimit.deleteMany()
  await database().note.deleteMany()
  await database().siteSettings.deleteMany()
})

const timeZone = (name: string) =>
  database().siteSettings.create({
    data: { id: 1, ownerName: '', titleLine: '', bio: '', contactNote: '', competencies: [], timeZone: name },
  })

type Seen = { at: string; path?: string; from?: string; visitor?: number; device?: string }

/** Counts a view as the collector does. */
async function view({ at, path = '/', from = '', visitor = 1, device = DESKTOP }: Seen) {
  vi.setSystemTime(at)
  const { recordView } = await import('@/lib/analytics/server/mutations')
  await recordView({ path, referrer: from }, { address: `192.0.2.${visitor}`, userAgent: device, host: 'ada.example' })
}

async function read(query: Partial<ViewsQuery> = {}) {
  const { readViews } = await import('@/lib/analytics/server/queries')
  return readViews(ADMIN, { by: 'day', path: '', ...query })
}

describe('the figures of a span', () => {
  it('are what was viewed, by days of the site’s clock, with the span before', async () => {
    await timeZone('Europe/Berlin')
    await view({ at: '2026-03-02T22:59:00Z' })
    await view({ at: '2026-03-02T23:01:00Z', from: 'https://www.news.example/x' })
    await view({ at: '2026-03-03T10:00:00Z', path: '/about' })
    await view({ at: '2026-03-03T11:00:00Z', visitor: 2, device: PHONE })
    const views = await read({ from: '2026-03-03', to: '2026-03-04' })
    expect(views).toEqual({
      ...{ from: '2026-03-03', to: '2026-03-04', by: 'day', path: '', title: '' },
      // The first is recognised again after midnight UTC as little as anybody: its key is deleted then.
      ...{ views: 3, visitors: 3, before: { views: 1, visitors: 1 }, robots: 0 },
      rows: [
        { at: '2026-03-03', views: 3, visitors: 3 },
        { at: '2026-03-04', views: 0, visitors: 0 },
      ],
      pages: [
        { path: '/', title: '', views: 2, visitors: 2 },
        { path: '/about', title: '', views: 1, visitors: 1 },
      ],
      referrers: [{ host: 'news.example', views: 1, visitors: 1 }],
      devices: [
        { device: 'desktop', views: 2, visitors: 2 },
        { device: 'phone', views: 1, visitors: 1 },
      ],
      technologies: [],
    })
  })

  it('count somebody once an hour and once a day, and of each page once', async () => {
    for (const minute of ['10:00', '10:20', '11:10']) await view({ at: `2026-03-03T${minute}:00Z` })
    await view({ at: '2026-03-03T11:15:00Z', path: '/about' })
    const hours = await read({ from: '2026-03-03', to: '2026-03-03', by: 'hour' })
    expect(hours.rows).toHaveLength(24)
    expect(hours.rows.filter(({ views }) => views > 0)).toEqual([
      { at: '2026-03-03T10:00', views: 2, visitors: 1 },
      { at: '2026-03-03T11:00', views: 2, visitors: 1 },
    ])
    expect([hours.views, hours.visitors]).toEqual([4, 1])
    expect(hours.pages).toEqual([
      { path: '/', title: '', views: 3, visitors: 1 },
      { path: '/about', title: '', views: 1, visitors: 1 },
    ])
    const about = await read({ from: '2026-03-03', to: '2026-03-03', path: '/about' })
    expect([about.rows, about.pages]).toEqual([[{ at: '2026-03-03', views: 1, visitors: 1 }], []])
  })

  it('by week begin on Monday, by month on the first, and end with the day that is asked for', async () => {
    for (const day of ['2026-02-27', '2026-03-01', '2026-03-02', '2026-03-31', '2026-04-01'])
      await view({ at: `${day}T12:00:00Z` })
    const span = { from: '2026-02-27', to: '2026-03-31' }
    expect((await read({ ...span, by: 'month' })).rows).toEqual([
      { at: '2026-02-01', views: 1, visitors: 1 },
      { at: '2026-03-01', views: 3, visitors: 3 },
    ])
    expect((await read({ ...span, by: 'week' })).rows.filter(({ views }) => views > 0)).toEqual([
      { at: '2026-02-23', views: 2, visitors: 2 },
      { at: '2026-03-02', views: 1, visitors: 1 },
      { at: '2026-03-30', views: 1, visitors: 1 },
    ])
    // Of February days, of March the month.
    expect((await read(span)).pages).toEqual([{ path: '/', title: '', views: 4, visitors: 4 }])
  })

  it('name a note by its title, whether it is asked for by its id or by its slug', async () => {
    const note = await database().note.create({ data: { title: 'On engines', slug: 'on-engines' } })
    await view({ at: '2026-03-03T10:00:00Z', path: '/note/on-engines' })
    await view({ at: '2026-03-03T10:00:00Z', path: `/note/${note.id}` })
    const span = { from: '2026-03-03', to: '2026-03-03' }
    const counted = { path: `/note/${note.id}`, title: 'On engines' }
    expect((await read(span)).pages).toEqual([{ ...counted, views: 2, visitors: 1 }])
    expect(await read({ ...span, path: '/note/on-engines' })).toMatchObject({ ...counted, views: 2 })
    await expect(read({ ...span, path: '/note/another' })).rejects.toMatchObject({ kind: 'not-found' })
  })

  it('count a technology with the notes and projects that are made with it', async () => {
    const make = async (title: string, techs: string[]) => {
      const { id } = await database().note.create({ data: { title } })
      await database().$executeRaw`
        INSERT INTO "SearchEntry" ("id", "noteId", "head", "words", "text", "techs", "rowVersion", "indexVersion")
        VALUES (${id}, ${id}, '', '', '', ${techs}, 1, 1)`
      return `/note/${id}`
    }
    for (const name of ['Go', 'Rust'])
      await database().technology.create({
        data: {
          name,
          slug: name.toLowerCase(),
          aliases: { create: [{ key: name.toLowerCase() }, { key: `${name}lang` }] },
        },
      })
    const engines = await make('On engines', ['go', 'rust', 'Rustlang'])
    const tea = await make('On tea', ['rust'])
    for (const path of [engines, tea, tea, '/about']) await view({ at: '2026-03-03T10:00:00Z', path })
    const { pages, technologies } = await read({ from: '2026-03-03', to: '2026-03-03' })
    expect(pages.map(({ title, views }) => [title, views])).toEqual([
      ['On tea', 2],
      ['', 1],
      ['On engines', 1],
    ])
    expect(technologies).toEqual([
      { name: 'Rust', slug: 'rust', views: 3, visitors: 2 },
      { name: 'Go', slug: 'go', views: 1, visitors: 1 },
    ])
    await database().technology.deleteMany()
  })

  it('add up, whatever was viewed when', async () => {
    await timeZone('Europe/Berlin')
    // Two hours in March and three in October, when the clocks change.
    const starts = ['2026-03-28T20:00:00Z', '2026-10-24T20:00:00Z'].map((at) => Date.parse(at))
    let seed = 7
    const random = (below: number) => {
      seed = (seed * 48_271) % 2_147_483_647
      return seed % below
    }
    const times = Array.from({ length: 120 }, (_, at) => (starts[at % 2] ?? 0) + random(30 * 60) * 60_000).sort()
    const expected = new Map<string, { views: number; visitors: Set<string> }>()
    for (const time of times) {
      const at = new Date(time).toISOString()
      const visitor = 1 + random(4)
      const path = ['/', '/about', '/projects'][random(3)] ?? '/'
      await view({ at, visitor, path })
      // Some alone, others with those before them.
      if (random(5) === 0) await writeBatches()
      const day = toLocal(new Date(time), 'Europe/Berlin').slice(0, 10)
      const key = `${day} ${path}`
      const counts = expected.get(key) ?? { views: 0, visitors: new Set() }
      counts.views += 1
      // Recognised by the day in UTC, counted on the day of the site.
      expected.set(key, { ...counts, visitors: counts.visitors.add(`${at.slice(0, 10)} ${visitor}`) })
    }
    for (const [key, { views, visitors }] of expected) {
      const [day = '', path = ''] = key.split(' ')
      const counted = await read({ from: day, to: day, path })
      expect([counted.views, counted.visitors], key).toEqual([views, visitors.size])
      vi.setSystemTime(`${day}T12:00:00Z`)
      const hours = await read({ from: day, to: day, path, by: 'hour' })
      expect(
        hours.rows.reduce((sum, row) => sum + row.views, 0),
        key,
      ).toBe(views)
    }
    const all = await read({ from: '2026-03-01', to: '2026-10-31', by: 'month' })
    expect([all.views, all.rows.reduce((sum, row) => sum + row.views, 0)]).toEqual([120, 120])
    expect(all.pages.reduce((sum, page) => sum + page.views, 0)).toBe(120)
  })

  it('lose nothing when several instances count at once', async () => {
    vi.setSystemTime('2026-03-03T10:00:00Z')
    const paths = ['/', '/about', '/projects']
    const instances: Array<() => Promise<void>> = []
    for (let first = 0; first < 60; first += 10) {
      vi.resetModules()
      processSingleton('batch page views').value = undefined
      const { recordView, writeViews } = await import('@/lib/analytics/server/mutations')
      for (let at = first; at < first + 10; at += 1) {
        const sender = { address: `192.0.2.${at}`, userAgent: DESKTOP, host: 'ada.example' }
        await recordView({ path: paths[at % 3] ?? '/', referrer: `https://${at % 5}.example/` }, sender)
      }
      instances.push(writeViews)
    }
    await Promise.all(instances.map((write) => write()))
    const views = await read({ from: '2026-03-03', to: '2026-03-03' })
    expect([views.views, views.visitors]).toEqual([60, 60])
    expect(views.pages.map((page) => page.views)).toEqual([20, 20, 20])
    expect(views.referrers.map((row) => row.views)).toEqual([12, 12, 12, 12, 12])
  })

  it('name at most ten thousand referrers of a month, and count the others for the whole site', async () => {
    await database().$executeRaw`
      INSERT INTO "ViewSum" SELECT 'referrer', 'month', '2026-03-01', '', host::text, 1, 1
      FROM generate_series(1, 9999) host`
    for (const host of ['a', 'b', 'a']) await view({ at: '2026-03-03T10:00:00Z', from: `https://${host}.example/` })
    const { views, referrers } = await read({ from: '2026-03-03', to: '2026-03-03' })
    expect([views, referrers.map(({ host, views }) => [host, views])]).toEqual([3, [['a.example', 2]]])
  })

  it('of a page long ago are those of its months, whose days are deleted', async () => {
    const row = { kind: 'views', path: '/about', value: '', visitors: 1 }
    await database().viewSum.createMany({
      data: [
        { ...row, unit: 'month', start: new Date('2024-02-01'), views: 5 },
        { ...row, unit: 'day', start: new Date('2024-03-01'), views: 2 },
      ],
    })
    const views = await read({ from: '2024-02-01', to: '2024-03-02', by: 'month', path: '/about' })
    expect([views.views, views.rows.map((month) => month.views)]).toEqual([7, [5, 2]])
  })

  it('have one row for addresses that anybody can make up, and none for what is not there', async () => {
    const at = '2026-03-03T10:00:00Z'
    for (const path of ['/search/one', '/search/two', '/projects/page/2', '/tech/none', '/preview/note/x', '/settings'])
      await view({ at, path })
    for (const kind of ['/note/', '/post/', '/', '/profile/'])
      await view({ at, path: `${kind}018f3c5e-7a10-7c3d-8b21-0123456789ab` })
    expect(
      (await read({ from: '2026-03-03', to: '2026-03-03' })).pages.map(({ path, views }) => [path, views]),
    ).toEqual([
      ['/search', 2],
      ['/projects', 1],
    ])
  })

  it.each([
    [{ from: '2026-03-02', to: '2026-03-01' }, 'from cannot be after to.'],
    [{ from: '2020-01-01', to: '2020-01-02', by: 'hour' as const }, 'Hours are stored for 93 days.'],
    [{ from: '1999-01-01', to: '2026-12-31' }, 'By day at most 3,660 days can be read.'],
  ])('are refused for %o', async (query, message) => {
    await expect(read(query)).rejects.toMatchObject({ kind: 'unprocessable', message })
  })

  it('without a span are those of the last thirty days', async () => {
    vi.setSystemTime('2026-03-31T10:00:00Z')
    expect(await read()).toMatchObject({ from: '2026-03-02', to: '2026-03-31' })
  })
})

describe('programs', () => {
  it('that say so are counted apart, as one number', async () => {
    vi.setSystemTime('2026-03-03T10:00:00Z')
    const { collectView } = await import('@/lib/analytics/server/collect')
    const headers = { 'content-type': 'application/json', origin: 'https://ada.example', 'user-agent': 'Googlebot/2.1' }
    const body = JSON.stringify({ path: '/' })
    for (const times of [1, 2]) {
      await collectView(new Request('https://ada.example/api/view', { method: 'POST', headers, body }))
      expect(await read({ from: '2026-03-03', to: '2026-03-03' })).toMatchObject({ views: 0, robots: times })
    }
    expect(DEFAULT_TIME_ZONE).toBe('UTC')
  })
})

describe('an admin', () => {
  it('who is signed in is not counted, and visitors with another cookie are', async () => {
    vi.setSystemTime('2026-03-03T10:00:00Z')
    const { collectView } = await import('@/lib/analytics/server/collect')
    const headers = { 'content-type': 'application/json', origin: 'https://ada.example', 'user-agent': DESKTOP }
    const send = (cookie: Record<string, string>, isOwn: boolean) => {
      const body = JSON.stringify({ path: '/' })
      const request = new Request('https://ada.example/api/view', {
        method: 'POST',
        headers: { ...headers, ...cookie },
        body,
      })
      return collectView(request, async () => isOwn)
    }
    await send({ cookie: 'session=x' }, true)
    expect((await read()).views).toBe(0)
    await send({ cookie: 'theme=dark' }, false)
    await send({}, true)
    expect((await read()).views).toBe(2)
  })
})
