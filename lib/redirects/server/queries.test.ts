import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import type { Admin } from '@/lib/access/actor'
import { countMissing, countSearch, writeCounted } from '@/lib/not-found/server/mutations'
import { createRedirectSchema } from '@/lib/redirects/input'
import { createRedirect, deleteRedirect } from '@/lib/redirects/server/mutations'
import { countMisses, listRedirects, readMisses, redirectOf } from '@/lib/redirects/server/queries'
import { TEST_MS } from '@/tests/runner/time-limits'
import { throwAwayDatabase, WAITING } from '@/tests/support/unit-database'

const { database } = throwAwayDatabase()
const ADMIN = { userId: 'owner', name: 'Ada', isAdmin: true } as unknown as Admin
const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const PAST = new Date('2026-01-01')

// What is counted is written later, else into the database of another file.
afterAll(writeCounted)
beforeEach(async () => {
  await writeCounted()
  await database().notFound.deleteMany()
  await database().redirect.deleteMany()
  await database().note.deleteMany()
})

const lead = (source: string, target: string | null) =>
  createRedirect(ADMIN, createRedirectSchema.parse({ source, target }))
const note = (slug: string) => database().note.create({ data: { title: slug, slug, publishedAt: PAST } })
const refusal = (source: string, target: string | null) =>
  lead(source, target).then(
    () => 'made',
    (error: { status: number; issues: Array<{ path: string }> }) => `${error.status} ${error.issues[0]?.path}`,
  )

describe('a redirect of one’s own', () => {
  it('leads an address, or all below a folder, to a page; the exact one and the nearest folder first', async () => {
    await note('tea')
    await lead('/old/tea', '/note/tea')
    await lead('/old/*', '/myblog')
    await lead('/old/cups/*', '/projects')
    expect(await redirectOf('/old/tea')).toBe('/note/tea')
    expect(await redirectOf('/old/tea.html')).toBe('/note/tea')
    expect(await redirectOf('/old/pots/1')).toBe('/myblog')
    expect(await redirectOf('/old/cups/1')).toBe('/projects')
    expect(await redirectOf('/old')).toBeNull()
    expect(await redirectOf('/older/tea')).toBeNull()
    const hits = (await listRedirects(ADMIN)).map((row) => [row.source, row.hits, row.origin])
    expect(hits).toEqual([
      ['/old/*', 1, 'owner'],
      ['/old/cups/*', 1, 'owner'],
      ['/old/tea', 2, 'owner'],
    ])
  })

  it('follows a page that gets another address, in one step, and ends with it', async () => {
    const { id } = await note('tea')
    await lead('/old/tea', '/note/tea')
    await database().note.update({ where: { id }, data: { slug: 'pots' } })
    await database().redirect.create({ data: { source: '/note/tea', noteId: id, origin: 'slug' } })
    expect(await redirectOf('/old/tea')).toBe('/note/pots')
    await database().note.update({ where: { id }, data: { publishedAt: null } })
    expect(await redirectOf('/old/tea')).toBeNull()
  })

  it('says that a page is gone, and gives way to a page that is there', async () => {
    await lead('/note/cups', null)
    expect(await redirectOf('/note/cups')).toBe('')
    await note('cups')
    expect(await redirectOf('/note/cups')).toBeNull()
  })

  it('leads to nothing but a page of this site, and from nothing that is one', async () => {
    await note('tea')
    await lead('/old/tea', '/note/tea')
    for (const [source, target, answer] of [
      ['old', '/projects', '422 source'],
      ['/a/../b', '/projects', '422 source'],
      ['/a//b', '/projects', '422 source'],
      ['/a?b', '/projects', '422 source'],
      ['/a*', '/projects', '422 source'],
      ['/*', '/projects', '422 source'],
      ['/', '/projects', '422 source'],
      ['/projects', '/myblog', '422 source'],
      ['/note/tea', '/myblog', '422 source'],
      ['/settings', '/myblog', '422 source'],
      ['/api/post', '/myblog', '422 source'],
      ['/note/*', '/myblog', '422 source'],
      ['/media/*', '/myblog', '422 source'],
      ['/old/tea', '/myblog', '409 source'],
      ['/old/tea.html', '/myblog', '409 source'],
      ['/new-one', 'https://evil.example/', '422 target'],
      ['/new-one', '//evil.example', '422 target'],
      ['/new-one', '/\\evil.example', '422 target'],
      ['/new-one', '/nowhere', '422 target'],
      ['/new-one', '/new-one', '422 target'],
      ['/new-one', '/old/tea', '422 target'],
      ['/new-one/*', '/new-one/x', '422 target'],
      ['/new-one', '/adminpanel', '422 target'],
      ['/new-one', '/api/note', '422 target'],
      ['/new-one', '/feed.xml', 'made'],
    ] as const)
      expect([source, target, await refusal(source, target)]).toEqual([source, target, answer])
  })

  it('ends when it is deleted, and comes back as it was', async () => {
    const made = await lead('/old/tea', '/projects')
    await redirectOf('/old/tea')
    const [{ _id, ...row } = made] = await listRedirects(ADMIN)
    expect(await deleteRedirect(ADMIN, _id)).toBe('/old/tea')
    expect(await redirectOf('/old/tea')).toBeNull()
    await expect(deleteRedirect(ADMIN, _id)).rejects.toMatchObject({ status: 404 })
    await createRedirect(ADMIN, row)
    expect(await listRedirects(ADMIN)).toEqual([{ ...row, _id: expect.any(String), hits: 1 }])
  })
})

describe('what readers ask for in vain', () => {
  it('is counted by address, without query, person or robot', async () => {
    for (const path of ['/old/tea', '/old/tea/', '/old/t%C3%A9', '/a@b.example', '/@ada/tea'])
      await countMissing(path, BROWSER)
    const tried = ['/wp-login.php', '/.env', '/x/.git/config', '/favicon.ico', '/preview/secret', `/${'x'.repeat(400)}`]
    for (const path of tried) await countMissing(path, BROWSER)
    await countMissing('/old/tea', 'Googlebot/2.1')
    await countMissing('/old/tea', '')
    await countSearch('  Tea  POTS'.trim(), BROWSER)
    await countSearch('tea pots', BROWSER)
    await countSearch('ada@ada.example', BROWSER)
    const { missing, searches, robots } = await readMisses(ADMIN)
    expect(missing.map(({ text, hits }) => [text, hits])).toEqual([
      ['/old/tea', 2],
      ['/@ada/tea', 1],
      ['/old/té', 1],
    ])
    expect(searches.map(({ text, hits }) => [text, hits])).toEqual([['tea pots', 2]])
    expect(robots).toBe(8)
    expect(await countMisses(2, PAST)).toBe(1)
    expect(await countMisses(3, PAST)).toBe(0)
  })

  it('stays bounded: those with the fewest hits go first, and old ones', async () => {
    const many = (kind: string, count: number, hits: number, lastAt = new Date()) =>
      database().notFound.createMany({
        data: Array.from({ length: count }, (_, at) => {
          return { kind, text: `/${kind}-${hits}-${at}`, hits, weekHits: hits, week: PAST, lastAt }
        }),
      })
    await many('path', 900, 9)
    await many('path', 5, 50, new Date(Date.now() - 91 * 24 * 60 * 60 * 1000))
    await many('search', 250, 9)
    for (let at = 0; at < 5_000; at += 1) await countMissing(`/invented-${at}`, BROWSER)
    await writeCounted()
    const { missing, searches } = await readMisses(ADMIN)
    // Beside the newest 200, and the old ones that went with them.
    expect(missing.filter(({ hits }) => hits === 9)).toHaveLength(795)
    expect(missing.filter(({ hits }) => hits === 50)).toEqual([])
    expect(missing.length).toBeLessThanOrEqual(1_000)
    expect(searches).toHaveLength(200)
  })

  it('has room for a new address after a flood of made-up ones', async () => {
    for (const kind of ['path', 'search'])
      await database().notFound.createMany({
        data: Array.from({ length: 1_000 }, (_, at) => {
          return { kind, text: `/invented-${at}`, hits: 2, weekHits: 2, week: PAST, lastAt: new Date() }
        }),
      })
    await countMissing('/old/tea', BROWSER)
    await countSearch('tea', BROWSER)
    const { missing, searches } = await readMisses(ADMIN)
    expect([missing.length, missing.at(-1)?.text]).toEqual([1_000, '/old/tea'])
    expect([searches.length, searches.at(-1)?.text]).toEqual([200, 'tea'])
  })

  it('is no longer listed once it leads on', async () => {
    for (const path of ['/o_d/tea', '/o_d/pots', '/old/tea']) await countMissing(path, BROWSER)
    await lead('/o_d/*', '/projects')
    expect((await readMisses(ADMIN)).missing.map(({ text }) => text)).toEqual(['/old/tea'])
  })

  it('is forgotten and counted at once without waiting in a circle', async () => {
    // They lie in the table the other way round than their keys, and no index is used for so few.
    for (const text of ['/old/pots', '/old/cups'])
      await database().notFound.create({
        data: { kind: 'path', text, hits: 1, weekHits: 1, week: PAST, lastAt: new Date() },
      })
    await database().$executeRaw`ANALYZE "NotFound"`
    let made: Promise<unknown> | undefined
    await database().$transaction(
      async (counting) => {
        const count = (text: string) =>
          counting.notFound.update({ where: { kind_text: { kind: 'path', text } }, data: { hits: 2 } })
        await count('/old/cups')
        made = lead('/old/*', '/projects')
        await expect.poll(() => database().$queryRawUnsafe(WAITING)).toHaveLength(1)
        await count('/old/pots')
      },
      { timeout: TEST_MS },
    )
    await made
    expect((await readMisses(ADMIN)).missing).toEqual([])
  })

  it('is counted anew each week', async () => {
    const before = { kind: 'path', text: '/old/tea', hits: 7, weekHits: 7, week: PAST, lastAt: PAST }
    await database().notFound.create({ data: { ...before, lastAt: new Date() } })
    await countMissing('/old/tea', BROWSER)
    await writeCounted()
    expect(await database().notFound.findMany()).toMatchObject([{ hits: 8, weekHits: 1 }])
  })
})
