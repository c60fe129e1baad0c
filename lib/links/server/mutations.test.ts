import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Admin } from '@/lib/access/actor'
import { OPERATOR } from '@/lib/access/system-actors'
import { trashContent } from '@/lib/content-kind/server/mutations'
import { checkLinks } from '@/lib/links/server/mutations'
import { listDeadLinks } from '@/lib/links/server/queries'
import { createNote, updateNote, WRITABLE_NOTES } from '@/lib/note/server/mutations'
import { listNeeds } from '@/lib/overview/server/queries'
import { paths } from '@/lib/routes/paths'
import { throwAwayDatabase } from '@/tests/support/unit-database'

const { database } = throwAwayDatabase()
const ADMIN = { userId: 'owner', name: 'Ada', isAdmin: true } as unknown as Admin
const WEEK_MS = 7 * 24 * 60 * 60_000

/** The web servers elsewhere, all at one local port: the status of each path, and what they were asked for. */
const statuses: Record<string, number> = {}
const requested: string[] = []
const hosts = createServer(({ method, headers, url = '' }, response) => {
  requested.push(`${method} ${headers.host?.split(':')[0]}${url}`)
  const status = statuses[`${method} ${url}`] ?? statuses[url]
  if (status === undefined) return response.destroy()
  if (status === 101)
    return response.socket?.end('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n')
  response.writeHead(status, status === 302 ? { location: '/new' } : {}).end('text')
})

beforeEach(async () => {
  vi.stubEnv('OFFLINE', '0')
  vi.stubEnv('SITE_URL', 'https://site.example')
  await new Promise<void>((resolve) => hosts.listen(0, '127.0.0.1', resolve))
})
afterEach(async () => {
  for (const path of Object.keys(statuses)) delete statuses[path]
  requested.length = 0
  await new Promise((resolve) => hosts.close(resolve))
  await database().note.deleteMany()
  await database().linkCheck.deleteMany()
  await database().redirect.deleteMany()
})

const at = (path: string) => `http://127.0.0.1:${(hosts.address() as AddressInfo).port}${path}`
const html = (...links: string[]) => links.map((link) => `<p><a href="${link}">link</a></p>`).join('')
const write = (title: string, ...links: string[]) =>
  createNote(OPERATOR, { title, about: '', tech: '', description: html(...links) })
const check = () => checkLinks(undefined, () => true)
const dead = async () => (await listDeadLinks(ADMIN)).map(({ address }) => address)
const aWeekLater = () => database().linkCheck.updateMany({ data: { checkedAt: new Date(Date.now() - WEEK_MS) } })

it('a link to what is gone from this site is known as soon as one of the two texts is saved', async () => {
  const heat = await write('Heat')
  const there = [`/note/${heat._id}`, `https://site.example/note/heat?a=b#c`, '/myblog/page/2', '/feed.xml', '/media/a']
  const steeping = await write('Steeping', ...there, '/note/never', '/imprint', '/tech/none', '/a/b')
  expect(await dead()).toEqual(['/a/b', '/imprint', '/note/never', '/tech/none'])
  const needs = await listNeeds(ADMIN)
  expect(needs).toContainEqual({
    text: 'Steeping links to /note/never, which leads nowhere.',
    action: { label: 'Open the text', href: paths.updateNote(steeping._id) },
  })
  await updateNote(OPERATOR, steeping._id, { description: html(...there) })
  expect(await dead()).toEqual([])
  // Its old address leads on.
  await updateNote(OPERATOR, heat._id, { slug: 'warmth' })
  expect(await dead()).toEqual([])
  await trashContent(WRITABLE_NOTES, OPERATOR, { ids: [heat._id], action: 'trash' })
  expect(await dead()).toHaveLength(2)
  await trashContent(WRITABLE_NOTES, OPERATOR, { ids: [steeping._id], action: 'trash' })
  expect(await dead()).toEqual([])
})

it('a link elsewhere is dead where two weekly checks in a row find nothing', async () => {
  Object.assign(statuses, { '/there': 200, 'HEAD /get-only': 405, '/get-only': 200, '/old': 302, '/new': 200 })
  Object.assign(statuses, { '/gone': 404, '/refused': 403, '/back': 410, '/failing': 503, '/other': 101 })
  const paths = ['/there', '/get-only', '/old', '/gone', '/refused', '/back', '/failing', '/silent', '/other']
  const links = [...paths, `/${'é'.repeat(1_000)}`].map(at)
  await write('Steeping', ...links)
  expect(await check()).toBe(9)
  expect(await dead()).toEqual([])
  expect(requested.filter((request) => request.endsWith('/there'))).toEqual(['HEAD 127.0.0.1/there'])
  expect(requested).toEqual(expect.arrayContaining(['HEAD 127.0.0.1/get-only', 'GET 127.0.0.1/get-only']))
  // Not before a week is over.
  expect(await check()).toBe(0)
  await aWeekLater()
  statuses['/back'] = 200
  expect(await check()).toBe(9)
  expect(await dead()).toEqual([at('/gone'), at('/other'), at('/silent')])
  await aWeekLater()
  statuses['/gone'] = 200
  await check()
  expect(await dead()).toEqual([at('/other'), at('/silent')])
})

it('two checks at the same time count once, and one that is ended counts nothing', async () => {
  Object.assign(statuses, { '/there': 200, '/gone': 404 })
  await write('Steeping', at('/there'), at('/gone'))
  const end = new AbortController()
  hosts.once('request', () => end.abort())
  expect(await checkLinks(end.signal, () => true)).toBe(0)
  expect(await database().linkCheck.count()).toBe(0)
  expect(await Promise.all([check(), check()])).toEqual([2, 2])
  expect(await dead()).toEqual([])
})

it('nothing is counted where no server answers, nor sent offline or to a machine that is not public', async () => {
  const { _id } = await write('Steeping', at('/silent'), at('/gone'))
  await check()
  expect(await database().linkCheck.count()).toBe(0)
  statuses['/gone'] = 404
  requested.length = 0
  vi.resetModules()
  vi.stubEnv('OFFLINE', '1')
  const offline = await import('@/lib/links/server/mutations')
  expect(await offline.checkLinks(undefined, () => true)).toBeUndefined()
  await checkLinks()
  expect(requested).toEqual([])
  expect(await check()).toBe(2)
  // What no text links to any more is forgotten.
  await updateNote(OPERATOR, _id, { description: html(at('/gone')) })
  await aWeekLater()
  await check()
  expect(await database().linkCheck.findMany({ select: { address: true, failures: true } })).toEqual([
    { address: at('/gone'), failures: 2 },
  ])
})
