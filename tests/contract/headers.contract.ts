import { randomUUID } from 'node:crypto'
import { brotliDecompressSync } from 'node:zlib'
import { expect } from '@playwright/test'
import { ADMIN_SCREENS } from '@/lib/access/admin-screens'
import { repeatedHeaders } from '../support/api-client'
import { test } from '../support/api-test'
import { listNotes, listPosts, makeNote, NOTE_FIELDS } from '../support/content'

const EVERYWHERE = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
}

test.describe('security headers', () => {
  test('are in every kind of answer', async ({ visitor }) => {
    for (const path of [
      ...['/', '/projects', '/signin', '/nothing-here', '/media/nothing/here', '/new', '/feed.xml'],
      ...['/api/post', '/api/user/loggedIn'],
    ]) {
      const { headers } = await visitor.get(path)
      expect(headers, path).toMatchObject(EVERYWHERE)
      const policy = String(headers['content-security-policy']).split('; ')
      for (const name of ['object-src', 'base-uri', 'frame-ancestors']) expect(policy, path).toContain(`${name} 'none'`)
      for (const name of ['default-src', 'form-action']) expect(policy, path).toContain(`${name} 'self'`)
      expect(policy.join(), path).not.toContain('unsafe-eval')
      expect(headers).not.toHaveProperty('x-powered-by')
    }
  })

  test('every screen lets no script be slipped in, rendered or cached, for visitors and admins', async ({
    visitor,
    admin,
  }) => {
    const [note] = await listNotes(admin.client)
    const [post] = await listPosts(admin.client)
    const open = [
      ...['/', '/signin', '/signup', '/projects', '/search/typescript', '/myblog', '/about', `/profile/${admin.id}`],
      ...[`/post/${post?._id}`, `/note/${note?._id}`, '/nowhere', '/post/none', '/note/none'],
    ]
    const closed = Object.values(ADMIN_SCREENS).map(({ path }) =>
      path.replace(':id', String(path.startsWith('/post') ? post?._id : note?._id)),
    )
    for (const screen of [...open, ...closed]) {
      // No cache has what is an admin's.
      for (const client of open.includes(screen) ? [visitor, visitor, admin.client] : [visitor, admin.client]) {
        const policy = String((await client.get(screen)).headers['content-security-policy'])
        const scripts = policy.split('; ').filter((part) => part.startsWith('script-src '))
        expect(scripts, screen).toEqual([expect.stringContaining("'self'")])
        expect(scripts[0], screen).not.toMatch(/unsafe-inline|unsafe-eval|https?:|\*/)
        expect(policy, screen).toContain("script-src-attr 'none'")
        expect(policy, screen).toContain(
          "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
        )
      }
    }
  })

  test('what one visitor’s address says is told to nobody else', async ({ request, admin }) => {
    for (const path of ['/', '/about', '/projects']) {
      const secret = `secret-${randomUUID()}`
      // A write invalidates the cache, so that the page is rendered for this request.
      expect((await admin.client.put('/api/settings', {})).status).toBe(200)
      const headers = { 'content-security-policy': `script-src 'nonce-${secret}'` }
      const own = await request.get(`${path}?token=${secret}`, { headers })
      expect(own.status()).toBe(200)
      expect(await own.text()).not.toContain(secret)
      expect(await (await request.get(path)).text()).not.toContain(secret)
    }
  })

  test('a page is asked for each time, so that a write shows at the next load', async ({ request }) => {
    expect((await request.get('/projects')).headers()['cache-control']).toBe('public, max-age=0, must-revalidate')
  })

  test('who has a page keeps it with the policy it came with', async ({ visitor }) => {
    const { headers } = await visitor.get('/about', { 'accept-encoding': 'br' })
    expect(headers['content-security-policy']).toContain("script-src 'self' 'nonce-")
    const known = await visitor.get('/about', { 'if-none-match': String(headers.etag), 'accept-encoding': 'br' })
    expect([known.status, known.headers['content-security-policy']]).toEqual([304, undefined])
  })

  test('pages of the sample take few bytes on the way, from the first time on', async ({ visitor }) => {
    const note = (await listNotes(visitor)).find(({ title }) => title === 'Ask for a place, not for a number')
    const post = (await listPosts(visitor)).find(({ title }) => title === 'Springtide')
    const limits = { [`/note/${note?._id}`]: 32_000, [`/post/${post?._id}`]: 29_000, '/about': 26_000 }
    for (const [path, limit] of Object.entries(limits)) {
      const page = await visitor.get(path, { 'accept-encoding': 'gzip, deflate, br, zstd' })
      expect([page.status, page.headers['content-encoding']]).toEqual([200, 'br'])
      expect(page.bytes.length, path).toBeLessThan(limit)
    }
  })

  test('pages of the sample load few bytes of scripts, and none of the editor or the admin screens', async ({
    visitor,
  }) => {
    const note = (await listNotes(visitor)).find(({ title }) => title === 'Ask for a place, not for a number')
    const post = (await listPosts(visitor)).find(({ title }) => title === 'Springtide')
    const forms = ['/signin', '/signup']
    const scripts = new Map<string, { bytes: number; source: string }>()
    const read = async (name: string) => {
      const script = await visitor.get(name, { 'accept-encoding': 'br' })
      expect(script.status, name).toBe(200)
      // The smallest are mostly headers, compressed or not.
      const isPlain = script.headers['content-encoding'] === undefined && script.bytes.length < 512
      const source = isPlain ? script.text : brotliDecompressSync(script.bytes).toString()
      // Of those named here; what they load later is held by the rule `no-editor-on-public-pages` of `npm run lint`.
      expect(source.includes('ProseMirror'), name).toBe(false)
      return { bytes: script.bytes.length, source }
    }
    for (const path of ['/', '/projects', '/myblog', '/about', `/note/${note?._id}`, `/post/${post?._id}`, ...forms]) {
      const { text } = await visitor.get(path)
      const named = new Set(text.match(/\/_next\/static\/chunks\/[\w~.-]+\.js/g))
      // For browsers without modules, which the site does not support.
      for (const [, name = ''] of text.matchAll(/<script src="([^"]+)" noModule=""/gi)) named.delete(name)
      let bytes = 0
      for (const name of named) {
        const script = scripts.get(name) ?? (await read(name))
        scripts.set(name, script)
        bytes += script.bytes
        // A sign-in leads to them.
        if (!forms.includes(path))
          expect(script.source.includes(ADMIN_SCREENS.adminMembers.path), `${name} of ${path}`).toBe(false)
      }
      expect(bytes, path).toBeGreaterThan(100_000)
      expect(bytes, path).toBeLessThan(145_000)
    }
  })
})

test('one value in each header, of every kind of answer', async ({ visitor, member, admin, database }) => {
  const { _id, slug } = await makeNote(admin.client, { title: `Tea ${randomUUID()}` })
  const [image = ''] = /\/share\/note\/[^"]+/.exec((await visitor.get(`/note/${_id}`)).text) ?? []
  const data = { rsc: '1' }
  const segment = { ...data, 'next-router-prefetch': '1', 'next-router-segment-prefetch': '/_tree' }
  const kinds: Array<[path: string, status: number, headers?: Record<string, string>]> = [
    ...['/', '/signin', '/find?q=tea', `/note/${slug}`, `/note/${_id}`].flatMap((path): typeof kinds => [
      [path, 200],
      [path, 200, data],
      [path, 200, segment],
    ]),
    ...['/feed.xml', `/note/${slug}.md`, image, '/api/note', `/api/note/${_id}`].map((path): [string, number] => [
      path,
      200,
    ]),
    ...['/nowhere', '/note/none', '/note/none.md', '/api/nothing', '/media/none'].map((path): [string, number] => [
      path,
      404,
    ]),
    ['/nowhere', 404, data],
    ['/favicon.ico', 200],
  ]
  for (const [path, status, headers] of kinds) {
    for (const turn of ['first', 'again']) {
      const answer = await visitor.get(path, headers)
      expect([path, answer.status, repeatedHeaders(answer)], turn).toEqual([path, status, []])
    }
  }
  for (const path of ['/new', '/audit', '/user/update']) {
    const answer = await visitor.get(path)
    expect([path, answer.status, repeatedHeaders(answer)]).toEqual([path, 403, []])
  }
  const refused = await member.client.post('/api/note/new', { title: 'T' })
  expect([refused.status, repeatedHeaders(refused)]).toEqual([403, []])
  await database.rows('ALTER TABLE "Note" RENAME TO "NoteAway"')
  try {
    const page = await visitor.get(`/note/${randomUUID()}`)
    const call = await admin.client.post('/api/note/new', NOTE_FIELDS)
    for (const { status, ...answer } of [page, call]) expect([status, repeatedHeaders(answer)]).toEqual([500, []])
  } finally {
    await database.rows('ALTER TABLE "NoteAway" RENAME TO "Note"')
  }
})
