import { expect } from '@playwright/test'
import { JSDOM } from 'jsdom'
import { type ApiAnswer, ApiClient, newAddress } from '../support/api-client'
import { test } from '../support/api-test'
import { makeNote, makePost } from '../support/content'
import { png } from '../support/pictures'

// One client's requests must not affect others. Paths are sent unchanged, without being resolved.

type Headers = Record<string, string>

const newTag = () => `zy${crypto.randomUUID().slice(0, 8)}`

/** Percent-encodes the first letter after a path's last slash, which is an equivalent spelling. */
const misspell = (path: string) =>
  path.replace(/\/(\w)(?=[^/]*$)/, (_, letter: string) => `/%${letter.charCodeAt(0).toString(16)}`)

const titleOf = ({ text }: ApiAnswer) => /<title>([^<]*)/.exec(text)?.[1]

// All of them: lib/http/server/canonical-target.test.ts.
test.describe('a path has one spelling', () => {
  test('to which other spellings are moved, where they are read, and without which nothing is written', async ({
    visitor,
  }) => {
    for (const [path, canonical] of [
      ['/29/%2e%2E/about?a=b', '/about?a=b'],
      ['/\\evil.example', '/evil.example'],
    ] as const) {
      for (const method of ['GET', 'HEAD']) {
        const answer = await visitor.send(method, path)
        expect([answer.status, answer.headers.location, answer.text]).toEqual([308, canonical, ''])
      }
      for (const method of ['POST', 'PUT', 'DELETE']) expect((await visitor.send(method, path)).status).toBe(400)
    }
  })

  test('calls and files have no other: such a request is a bad one', async ({ visitor }) => {
    for (const path of ['/29/../media/a.png', '/%61pi/post', '/api//post', '/api/post/%0d', '/_next/./static/a.js']) {
      const answer = await visitor.get(path)
      expect([answer.status, answer.headers.location], path).toEqual([400, undefined])
      expect(answer.json()).toEqual({ message: expect.any(String), error: expect.any(String) })
    }
  })

  test('with and without a slash at the end a page is answered directly, and the same', async ({ visitor }) => {
    for (const path of ['/about', '/projects', '/myblog', '/search/Rust', '/feed.xml']) {
      const [one, other] = [await visitor.get(path), await visitor.get(`${path}/`)]
      expect([one.status, other.status]).toEqual([200, 200])
      expect(other.headers.etag).toBe(one.headers.etag)
    }
  })

  test('the answer to one search is never that of another', async ({ visitor, admin }) => {
    const tag = newTag()
    await makePost(admin.client, { tech: tag })
    await visitor.get(`/search/%7A${tag.slice(1)}#`)
    const answer = await visitor.get(`/search/${tag}%23`)
    expect(titleOf(answer)).toContain(`${tag}#`)
    expect(answer.text).toContain('No technology found with your query.')
  })
})

test('no screen is missing while somebody asks for it by another spelling', async ({ visitor, admin }) => {
  const misspelt = ['/new', '/adminpanel', '/settings', '/signin'].map(misspell)
  let ended = false
  const flood = Array.from({ length: 4 }, async (_, index) => {
    for (let turn = index; !ended; turn += 1) await visitor.get(misspelt[turn % misspelt.length] as string)
  })
  for (let turn = 0; turn < 6; turn += 1) {
    for (const path of ['/new', '/adminpanel', '/settings']) {
      expect((await admin.client.get(path)).status, path).toBe(200)
    }
    expect((await visitor.get('/signin')).status).toBe(200)
  }
  ended = true
  await Promise.all(flood)
})

test('no cold page is missing while somebody asks for it by another spelling', async ({ visitor, admin }) => {
  const { _id } = await makeNote(admin.client)
  const paths = ['/feed.xml', '/robots.txt', `/note/${_id}.md`, `/note/${_id}`]
  for (const path of paths) {
    // A write, which invalidates the cache.
    expect((await admin.client.put(`/api/note/${_id}`, { about: newTag() })).status).toBe(200)
    const requested = [misspell(path), path, misspell(path), path].map((spelling) => visitor.get(spelling))
    expect((await Promise.all(requested)).map(({ status }) => status)).toEqual([308, 200, 308, 200])
  }
})

test('hints that Next’s client never sends give the data of a page as it is without them', async ({ visitor }) => {
  const plain = await visitor.get('/about', { rsc: '1' })
  expect([plain.status, plain.headers['content-type']]).toEqual([200, 'text/x-component'])
  for (const hints of [
    { 'next-router-prefetch': newTag() },
    { 'next-router-prefetch': '3' },
    { 'next-router-segment-prefetch': `/${newTag()}` },
    { 'next-router-state-tree': '%5B%22%22%2C%7B%7D%5D' },
    { 'next-url': '/elsewhere' },
    { 'next-hmr-refresh': '1' },
    { 'user-agent': 'Googlebot' },
  ] as Headers[]) {
    const answer = await visitor.get(`/about?_rsc=${newTag()}`, { rsc: '1', ...hints })
    expect([answer.status, answer.text], JSON.stringify(hints)).toEqual([200, plain.text])
  }
  const page = await visitor.get('/about')
  expect((await visitor.get('/about', { rsc: 'x', 'next-router-prefetch': '1' })).text).toBe(page.text)
})

test('the data of a page has no name of its own', async ({ visitor }) => {
  for (const path of [
    '/about.rsc',
    '/search/x.rsc',
    '/about.segments/_tree.segment.rsc',
    '/index.rsc',
    '/api/post.rsc',
  ]) {
    const answer = await visitor.get(path)
    expect([answer.status, answer.headers['cache-control']], path).toEqual([404, 'no-store'])
  }
})

test('a stored picture keeps its policy, whatever stands before its path', async ({ visitor, admin }) => {
  const image = { file: await png(), name: 'picture.png', type: 'image/png' }
  const id = await makePost(admin.client, { image })
  const post = (await visitor.get(`/api/post/${id}`)).json() as { image: Array<{ url: string }> }
  const path = String(post.image[0]?.url)
  expect((await visitor.get(path)).headers['content-security-policy']).toBe("sandbox; default-src 'none'")
  expect((await visitor.get(`/29/..${path}`)).status).toBe(400)
})

test('a search that can find nothing is no page: too long, or nothing to see', async ({ visitor }) => {
  const keyword = newTag().repeat(11)
  expect((await visitor.get(`/api/post?keyword=${keyword}`)).json()).toEqual([])
  for (const path of [
    ...[`/search/${keyword}`, `/search/${'%F0%9F%8D%B5'.repeat(60)}`, `/search/${'%20'.repeat(2_600)}`],
    ...['/search/%20', '/search/%E2%80%8B', `/search/${keyword}/page/2`],
  ]) {
    const answer = await visitor.get(path)
    expect(answer.status, path).toBe(404)
    expect(titleOf(answer)).toContain('Page Not Found')
  }
  const { document } = new JSDOM((await visitor.get('/projects')).text).window
  expect(document.querySelector('[name="keyword"]')?.getAttribute('maxlength')).toBe('100')
})

test('a search may be for any signs', async ({ visitor }) => {
  for (const keyword of ['..', '../', '..\\', '.', '/', '%', '../../etc/passwd', 'C#/F#', '?']) {
    const form = await visitor.get(`/search?keyword=${encodeURIComponent(keyword)}`)
    const answer = await visitor.get(String(form.headers.location))
    expect([keyword, answer.status]).toEqual([keyword, 200])
    const { document } = new JSDOM(answer.text).window
    expect(document.querySelector('[name="keyword"]')?.getAttribute('value')).toBe(keyword)
  }
})

test('headers for the data of pages mean nothing to feeds and files', async ({ visitor }) => {
  for (const path of ['/feed.xml', '/robots.txt', '/llms.txt', '/sitemap.xml', '/manifest.webmanifest', '/api/note']) {
    const plain = await visitor.get(path)
    for (const segment of ['/_tree', `/${newTag()}`]) {
      const headers = { rsc: '1', 'next-router-prefetch': '1', 'next-router-segment-prefetch': segment }
      const answer = await visitor.get(path, headers)
      expect([answer.status, answer.text, answer.headers.etag]).toEqual([200, plain.text, plain.headers.etag])
    }
  }
})

test('a page published while its address is asked for runs its scripts, for everybody and at once', async ({
  visitor,
  admin,
}) => {
  const { _id } = await makeNote(admin.client, { status: 'draft' })
  const path = `/note/${_id}`
  const forms: Headers[] = [{}, { rsc: '1' }, { rsc: '1', 'next-router-prefetch': '1' }]
  let ended = false
  const answers: ApiAnswer[] = []
  const readers = Array.from({ length: 9 }, async (_, index) => {
    const reader = new ApiClient(visitor.origin, newAddress())
    while (!ended) answers.push(await reader.get(path, forms[index % 3]))
  })
  for (let turn = 0; turn < 6; turn += 1) {
    await admin.client.put(`/api/note/${_id}`, { status: 'published' })
    answers.push(await admin.client.get(path))
    expect(answers.at(-1)?.status).toBe(200)
    await admin.client.put(`/api/note/${_id}`, { status: 'draft' })
  }
  ended = true
  await Promise.all(readers)
  const pages = answers.filter(({ headers }) => headers['content-type']?.startsWith('text/html'))
  expect(pages.length).toBeGreaterThan(8)
  for (const { text, headers } of pages) {
    const [, nonce] = /'nonce-([\w-]+)'/.exec(String(headers['content-security-policy'])) ?? []
    expect(nonce && text.includes(`nonce="${nonce}"`)).toBe(true)
  }
})

test('an address with NUL or half a character in it is refused, and never fails', async ({ visitor, admin }) => {
  for (const part of ['%00', 'a%00b', '%ED%A0%80']) {
    for (const path of ['/', '/new?copy=', '/new-note?copy=', '/adminpanel?filter=', '/search?keyword=', '/note/']) {
      const { client } = /new|admin/.test(path) ? admin : { client: visitor }
      const target = path === '/' ? `/?a=${part}` : `${path}${part}`
      expect([400, 404], target).toContain((await client.get(target)).status)
    }
    for (const path of ['/api/find?q=', '/api/find?q=a&tech=', '/api/post?keyword=']) {
      expect([400, 422], path + part).toContain((await visitor.get(path + part)).status)
    }
    for (const path of ['/api/note/', '/api/post/', '/api/user/profile/', '/api/working-copy/', '/api/preview/']) {
      for (const method of ['GET', 'DELETE'] as const) {
        const options = method === 'GET' ? {} : { headers: { 'content-type': 'application/json' }, body: '{}' }
        const { status } = await admin.client.send(method, path + part, options)
        expect([400, 404, 405, 422], `${method} ${path}${part}`).toContain(status)
      }
    }
  }
})

test.describe('what is only read', () => {
  test('answers every other method with 405, and no page', async ({ visitor, admin }) => {
    const paths = ['/', '/projects/', '/search/Rust', '/new', '/note/nothing', '/nothing-here', '/feed.xml']
    for (const path of [...paths, '/media/nothing.png', '/_next/static/nothing.js', '/share/post/a/b.png']) {
      for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'PROPFIND', 'PURGE', 'TRACE']) {
        const { client } = path === '/new' ? admin : { client: visitor }
        const answer = await client.send(method, path, { headers: { 'next-action': 'x' } })
        expect([answer.status, answer.headers.allow], `${method} ${path}`).toEqual([405, 'GET, HEAD, OPTIONS'])
        expect(answer.json()).toEqual({ message: expect.any(String), error: expect.any(String) })
      }
    }
  })

  test('tells so when it is asked', async ({ visitor }) => {
    for (const path of ['/', '/new', '/feed.xml']) {
      const answer = await visitor.send('OPTIONS', path)
      expect([answer.status, answer.headers.allow, answer.text]).toEqual([204, 'GET, HEAD, OPTIONS', ''])
    }
  })
})

test('a missing page says nothing of the query it was asked for with', async ({ visitor }) => {
  for (const path of ['/note/nothing', '/post/nothing', '/profile/nothing']) {
    const query = newTag()
    const answer = await visitor.get(`${path}?${query}=1`)
    expect(answer.status, path).toBe(404)
    expect(answer.text).not.toContain(query)
  }
})

/** The page, its RSC data, and its prefetched data. */
const FORMS: Headers[] = [{}, { rsc: '1' }, { rsc: '1', 'next-router-prefetch': '1' }]

test('no shared cache may hold on to an answer, but to files whose names change with them', async ({
  visitor,
  admin,
}) => {
  const { _id } = await makeNote(admin.client)
  const waiting = new Set([
    ...['/', '/new', '/signin', '/signup', '/search/Rust', '/search', '/nothing-here', '/profile/nothing'],
    ...['/sitemap.xml', '/robots.txt', '/llms.txt', '/api/post', '/api/nothing', '/api/user/loggedIn'],
    ...[
      '/api/../about',
      '/_next/../about',
      '/x/../feed.xml',
      '/%61bout',
      '/about.rsc',
      '/home/current',
      '/404',
      '/500',
    ],
    ...['/_next/data/x/about.json', '/_next/nothing', '/_next/static/nothing.js', '/_not-found', '/_error'],
    ...['/media/nothing.png', '/media/nothing/here', '/share/nothing', '/share/post/a/b.png', '/fonts/nothing.woff2'],
    ...[`/note/${_id}`, `/note/${_id}.md`, `/markdown/note/${_id}`, '/projects/page/1'],
  ])
  const seen = new Set<string>()
  for (const path of waiting) {
    for (const headers of FORMS) {
      // As another visitor each time: one would use up what it may cost.
      const answer = await new ApiClient(visitor.origin, newAddress()).get(path, headers)
      const cacheControl = String(answer.headers['cache-control'] ?? '')
      expect(cacheControl, path).not.toContain('s-maxage')
      const isShared = !/private|no-store|max-age=0/.test(cacheControl) && answer.status < 300
      if (isShared) expect(cacheControl, path).toMatch(/^public, ?max-age=31536000, ?immutable$/)
      // Only pages have RSC data.
      if (!answer.headers['content-type']?.startsWith('text/html')) break
      for (const [, address = ''] of answer.text.matchAll(/ (?:href|src)="(\/(?!\/)[^"#]*)/g)) {
        if (waiting.size < 80) waiting.add(address.replaceAll('&amp;', '&'))
      }
    }
    seen.add(path)
  }
  expect(seen.size).toBeGreaterThan(60)
})
