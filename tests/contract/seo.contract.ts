import { expect } from '@playwright/test'
import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { JSDOM } from 'jsdom'
import sharp from 'sharp'
import type { ApiClient } from '../support/api-client'
import { test } from '../support/api-test'
import { listNotes, listPosts, makeNote, makePost, readPost } from '../support/content'
import { site } from '../support/site'

// What crawlers, feed readers and link previews see: the HTML as sent, without JavaScript.

const HOSTILE = '</script><script>window.pwned=1</script> & "quotes" \u2028 日本'

const xml = new XMLParser({
  ignoreAttributes: false,
  parseTagValue: false,
  isArray: (name) => ['item', 'entry', 'url', 'image:image', 'link'].includes(name),
})

const at = (path: string) => `${site.baseUrl}${path}`
const pathOf = (url: string) => url.slice(site.baseUrl.length)

async function readPage(visitor: ApiClient, path: string) {
  const answer = await visitor.get(path)
  expect(answer.status, path).toBe(200)
  const { document } = new JSDOM(answer.text, { url: at(path) }).window
  const meta = (name: string) =>
    document.querySelector(`meta[property="${name}"], meta[name="${name}"]`)?.getAttribute('content') ?? null
  const statements = [...document.querySelectorAll('script[type="application/ld+json"]')].flatMap(
    (script) => JSON.parse(script.textContent ?? '')['@graph'] as Array<Record<string, unknown>>,
  )
  return {
    document,
    meta,
    canonical: document.querySelector('link[rel="canonical"]')?.getAttribute('href') ?? null,
    alternates: (type: string) =>
      [...document.querySelectorAll(`link[rel="alternate"][type="${type}"]`)].map((link) => link.getAttribute('href')),
    statement: (type: string) => statements.find((statement) => statement['@type'] === type),
  }
}

async function readXml(visitor: ApiClient, path: string) {
  const answer = await visitor.get(path)
  expect(answer.status, path).toBe(200)
  expect(XMLValidator.validate(answer.text), path).toBe(true)
  return xml.parse(answer.text)
}

type Named = { url: string; title: string; html: string }

/** The entries of a feed in its three formats, which must be equal. */
async function readFeed(visitor: ApiClient, base: string): Promise<Named[]> {
  const { rss } = await readXml(visitor, `${base}/feed.xml`)
  const { feed } = await readXml(visitor, `${base}/atom.xml`)
  const json = JSON.parse((await visitor.get(`${base}/feed.json`)).text)
  const fromRss: Named[] = rss.channel.item.map((item: Record<string, unknown>) => ({
    url: (item.link as string[])[0],
    title: item.title,
    html: item['content:encoded'] ?? '',
  }))
  const fromAtom: Named[] = feed.entry.map((entry: Record<string, unknown>) => ({
    url: (entry.link as Array<Record<string, string>>)[0]?.['@_href'],
    title: entry.title,
    html: (entry.content as Record<string, string> | undefined)?.['#text'] ?? '',
  }))
  const fromJson: Named[] = json.items.map((item: Record<string, string>) => ({
    url: item.url,
    title: item.title,
    html: item.content_html,
  }))
  expect(fromAtom).toEqual(fromRss)
  expect(fromJson).toEqual(fromRss)
  return fromJson
}

async function readSitemap(visitor: ApiClient) {
  const { urlset } = await readXml(visitor, '/sitemap.xml')
  return (urlset.url as Array<{ loc: string; lastmod?: string }>).map(({ loc, lastmod }) => ({ loc, lastmod }))
}

test('every page has metadata, one canonical address and an image that loads', async ({ visitor, admin }) => {
  const [post] = await listPosts(visitor, '?limit=1')
  const [note] = await listNotes(visitor, '?limit=1')
  const readable = (path: string) =>
    [post, note].reduce((known, row) => (row?.slug ? known.replace(row._id, row.slug) : known), path)
  const pages = [
    '/',
    '/projects',
    '/search/Rust',
    `/post/${post?._id}`,
    '/myblog',
    `/note/${note?._id}`,
    '/about',
    `/profile/${admin.id}`,
    '/signin',
    '/signup',
    '/tech',
    '/subscribe',
  ]
  const titles = new Set<string>()
  const images = new Map<string, string>()
  for (const path of pages) {
    const page = await readPage(visitor, path)
    expect.soft(page.canonical, path).toBe(at(readable(path)))
    expect.soft(page.meta('og:url'), path).toBe(page.canonical)
    expect.soft(page.meta('og:title'), path).toBe(page.document.title)
    expect.soft(page.meta('twitter:title'), path).toBe(page.document.title)
    expect.soft(page.meta('twitter:card'), path).toBe('summary_large_image')
    expect.soft(page.meta('description')?.length, path).toBeGreaterThan(10)
    expect.soft(page.meta('description')?.length, path).toBeLessThanOrEqual(160)
    expect.soft(page.meta('og:description'), path).toBe(page.meta('description'))
    expect.soft(page.meta('og:image:alt'), path).toBeTruthy()
    expect.soft(page.meta('twitter:image'), path).toBe(page.meta('og:image'))
    const image = await visitor.get(pathOf(page.meta('og:image') ?? ''))
    expect.soft(image.headers['content-type'], path).toBe('image/png')
    expect.soft(image.headers['cache-control'], path).toContain('immutable')
    images.set(path, image.bytes.toString('base64'))
    const { width, height } = await sharp(image.bytes).metadata()
    expect.soft(String(width), path).toBe(page.meta('og:image:width'))
    expect.soft(String(height), path).toBe(page.meta('og:image:height'))
    for (const type of ['application/rss+xml', 'application/atom+xml', 'application/feed+json']) {
      expect.soft(page.alternates(type), `${type} on ${path}`).toHaveLength(2)
    }
    const isListed = !/^\/(search|sign)/.test(path)
    expect.soft(page.meta('robots') ?? '', path).toBe(isListed ? '' : 'noindex, follow')
    titles.add(page.document.title)
  }
  expect(titles.size).toBe(pages.length)
  // A card for sharing shows the page it is of.
  const ofTheirOwn = ['/', '/about', '/projects', '/myblog', '/tech', '/subscribe']
  expect(new Set(ofTheirOwn.map((path) => images.get(path))).size).toBe(ofTheirOwn.length)
})

test('the profile of somebody who merely registered is not offered to search engines', async ({ visitor, member }) => {
  expect((await readPage(visitor, `/profile/${member.id}`)).meta('robots')).toBe('noindex, nofollow')
})

test('site map, feeds, llms.txt, pages and statements agree on every address', async ({ visitor, admin }) => {
  const made = [
    await makePost(admin.client, { title: HOSTILE }),
    (await makeNote(admin.client, { title: HOSTILE }))._id,
  ]
  const posts = (await listPosts(visitor)).toReversed().map((post) => at(encodeURI(`/post/${post.slug || post._id}`)))
  const notes = (await listNotes(visitor)).toReversed().map((note) => at(encodeURI(`/note/${note.slug || note._id}`)))
  expect(posts).toContain(at(encodeURI(`/post/${(await readPost(visitor, made[0] ?? '')).slug}`)))

  const { text: index } = await visitor.get('/tech')
  const technologies = [...index.matchAll(/href="(\/tech\/[^"]+)"/g)].map((match) => at(match[1] ?? ''))
  expect(technologies.length).toBeGreaterThan(0)

  // Another test may have taken the sample's away.
  const hasCv = (await visitor.get('/cv')).status === 200
  const listed = await readSitemap(visitor)
  expect(listed.map(({ loc }) => loc)).toEqual([
    at('/'),
    at('/projects'),
    at('/myblog'),
    at('/about'),
    ...(hasCv ? [at('/cv')] : []),
    at('/subscribe'),
    at('/tech'),
    ...posts,
    ...notes,
    ...technologies,
  ])
  expect((await readFeed(visitor, '/projects')).map(({ url }) => url)).toEqual(posts)
  const feed = await readFeed(visitor, '')
  expect(feed.map(({ url }) => url)).toEqual(notes)
  expect(feed[0]?.title).toBe(HOSTILE)
  const llms = (await visitor.get('/llms.txt')).text
  expect([...llms.matchAll(/\]\(([^)]+)\.md\)/g)].map((match) => match[1])).toEqual([...notes, ...posts])

  // The newest, whose title is hostile, and the oldest.
  for (const url of [posts, notes].flatMap((urls) => [urls.at(0) ?? '', urls.at(-1) ?? ''])) {
    const page = await readPage(visitor, pathOf(url))
    expect(page.canonical).toBe(url)
    expect(page.meta('og:url')).toBe(url)
    expect(page.alternates('text/markdown')).toEqual([`${url}.md`])
    const statement =
      page.statement('BlogPosting') ?? page.statement('SoftwareSourceCode') ?? page.statement('CreativeWork')
    expect(statement?.url).toBe(url)
    // A title that tries to end the script stays one.
    if (url === posts[0] || url === notes[0]) expect(statement?.headline ?? statement?.name).toBe(HOSTILE)
    const steps = page.statement('BreadcrumbList')?.itemListElement as Array<{ item: string; position: number }>
    expect(steps.map(({ item, position }) => [position, item])).toEqual([
      [1, at('/')],
      [2, at(notes.includes(url) ? '/myblog' : '/projects')],
      [3, url],
    ])
  }
})

test('the home page names the site, its search and its owner', async ({ visitor }) => {
  const page = await readPage(visitor, '/')
  expect(page.statement('WebSite')).toMatchObject({
    url: at('/'),
    potentialAction: {
      '@type': 'SearchAction',
      target: { urlTemplate: at('/find?q={keyword}') },
      'query-input': 'required name=keyword',
    },
  })
  expect(page.statement('Person')).toMatchObject({ name: expect.any(String), url: at('/about') })
  const about = await readPage(visitor, '/about')
  expect(about.statement('ProfilePage')).toMatchObject({ mainEntity: { '@id': at('/about#person') } })
})

test('feeds carry whole texts whose addresses and pictures work from anywhere', async ({ visitor }) => {
  const projects = await readFeed(visitor, '/projects')
  for (const { url, html } of [...(await readFeed(visitor, '')), ...projects]) {
    const { document } = new JSDOM(html, { url: 'https://elsewhere.example/' }).window
    for (const element of document.querySelectorAll('[src], [href]')) {
      const address = element.getAttribute('src') ?? element.getAttribute('href') ?? ''
      expect(address, url).toMatch(/^(?:https?:|mailto:|tel:|data:image\/)/)
    }
    expect(document.querySelectorAll('script, iframe, style, [onerror], [onclick]').length, url).toBe(0)
  }
  const images = projects.flatMap(({ html }) => [...new JSDOM(html).window.document.querySelectorAll('img')])
  for (const image of images) {
    expect(image.alt).not.toBe('')
    expect((await visitor.get(pathOf(image.src))).status).toBe(200)
  }
})

test('a client with the current document gets 304', async ({ visitor }) => {
  for (const path of [
    ...['/feed.xml', '/atom.xml', '/feed.json', '/projects/feed.xml', '/projects/atom.xml', '/projects/feed.json'],
    ...['/sitemap.xml', '/llms.txt', '/robots.txt'],
  ]) {
    const first = await visitor.get(path)
    expect(first.status, path).toBe(200)
    expect(first.headers['cache-control'], path).toContain('max-age=0')
    const again = await visitor.get(path, { 'if-none-match': String(first.headers.etag) })
    expect(again.status, path).toBe(304)
    expect(again.bytes.length, path).toBe(0)
  }
})

test('a note says that it was updated once more than a typo of it has changed', async ({ visitor, admin }) => {
  const publishAt = '2024-03-01T12:00:00.000Z'
  const text = (word: string) => `<p>Water boils at one hundred ${word}.</p>`
  const { _id, slug } = await makeNote(admin.client, { description: text('degres'), publishAt })
  const save = async (fields: object) =>
    expect((await admin.client.put(`/api/note/${_id}`, fields)).status, JSON.stringify(fields)).toBe(200)
  const days = async () => {
    const { document, meta, statement } = await readPage(visitor, `/note/${slug}`)
    const listed = (await readSitemap(visitor)).find(({ loc }) => loc === at(`/note/${slug}`))
    const dates = [statement('BlogPosting')?.dateModified, meta('article:modified_time'), listed?.lastmod]
    return { shown: document.querySelector('.dt-updated')?.textContent ?? null, dates: new Set(dates.map(String)) }
  }
  const asPosted = { shown: null, dates: new Set([publishAt]) }
  expect(await days()).toEqual(asPosted)
  await save({ description: text('<em>degrees</em>'), tech: 'Kettle' })
  await save({ status: 'draft' })
  await save({ status: 'published' })
  expect(await days()).toEqual(asPosted)

  const updated = () => ({ shown: `Updated: ${new Date().toISOString().slice(0, 10)}` })
  await save({ description: `${text('degrees')}<p>On a mountain it does so earlier.</p>` })
  expect(await days()).toMatchObject(updated())
  expect((await days()).dates.size).toBe(1)

  // What is published again is compared with what it said in public, not with its draft.
  const other = await makeNote(admin.client, { description: text('degrees'), publishAt })
  const again = (fields: object) => admin.client.put(`/api/note/${other._id}`, fields)
  await again({ status: 'draft' })
  await again({ description: '<p>Steam is another matter, and hotter.</p>' })
  await again({ status: 'published' })
  const { document } = await readPage(visitor, `/note/${other._id}`)
  expect(document.querySelector('.dt-updated')?.textContent).toBe(updated().shown)
})

// What it says: lib/seo/server/queries.test.ts.
test('each project and note has a Markdown version that names its page', async ({ visitor, admin }) => {
  const note = await makeNote(admin.client, { title: 'On *stars*' })
  const postId = await makePost(admin.client)
  const markdown = await visitor.get(`/note/${note._id}.md`)
  expect(markdown.headers['content-type']).toBe('text/markdown; charset=utf-8')
  expect(markdown.headers.link).toBe(`<${at(`/note/${note.slug}`)}>; rel="canonical"`)
  expect(markdown.text).toContain('# On \\*stars\\*')
  expect((await visitor.get(`/post/${postId}.md`)).text).toContain('It steeps at compile time.')
  for (const path of ['/note/nothing.md', `/post/${note._id}.md`, `/note/${postId}.md`]) {
    expect((await visitor.get(path)).status, path).toBe(404)
  }
})

test('a share image has a new address after a change, and its old address shows the new image', async ({
  visitor,
  admin,
}) => {
  const { _id } = await makeNote(admin.client, { title: 'Before' })
  const address = async () => pathOf((await readPage(visitor, `/note/${_id}`)).meta('og:image') ?? '')
  const before = await address()
  const old = await visitor.get(before)
  expect((await visitor.get(before, { 'if-none-match': String(old.headers.etag) })).status).toBe(304)

  expect((await admin.client.put(`/api/note/${_id}`, { title: 'After' })).status).toBe(200)
  const after = await address()
  expect(after).not.toBe(before)
  const fresh = await visitor.get(after)
  expect(fresh.headers['cache-control']).toContain('immutable')
  const stale = await visitor.get(before)
  expect(stale.headers['cache-control']).not.toContain('immutable')
  expect(stale.bytes.equals(fresh.bytes)).toBe(true)
  expect(stale.bytes.equals(old.bytes)).toBe(false)

  for (const path of [`/share/note/${_id}/x.png`, `/share/post/${_id}/${'0'.repeat(16)}.png`, '/share/site/x/y.png']) {
    expect((await visitor.get(path)).status, path).toBe(404)
  }
})

// What is closed: lib/seo/server/robots.test.ts.
test('robots.txt names the site map, and closes nothing that is in it', async ({ visitor }) => {
  const { text } = await visitor.get('/robots.txt')
  expect(text).toContain(`Sitemap: ${at('/sitemap.xml')}`)
  for (const { loc } of await readSitemap(visitor)) {
    expect(text.split('\n')).not.toContain(`Disallow: ${pathOf(loc)}`)
  }
})
