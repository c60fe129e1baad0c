import { expect } from '@playwright/test'
import type { ApiClient } from '../support/api-client'
import { test } from '../support/api-test'
import { makeNote, makePage, PAGE_FIELDS } from '../support/content'
import { expectAnswer, expectError, messageShape, pageSavedShape } from '../support/shapes'

/** A slug nobody else has. */
const newSlug = () => `own-${crypto.randomUUID().slice(0, 8)}`

const footerOf = (html: string) => /<nav aria-label="Footer".*?<\/nav>/s.exec(html)?.[0] ?? ''

/** The titles of these pages, in the order that the footer of a screen has them. */
async function namedIn(client: ApiClient, path: string, titles: string[]): Promise<string[]> {
  const footer = footerOf((await client.get(path)).text)
  return titles
    .filter((title) => footer.includes(`>${title}<`))
    .sort((a, b) => footer.indexOf(`>${a}<`) - footer.indexOf(`>${b}<`))
}

test('a page shows no heading that nothing was written below, in any form', async ({ admin, visitor }) => {
  const slug = newSlug()
  await makePage(admin.client, { slug, description: '<h2>Empty</h2><p></p><h2>Full</h2><p>Pots.</p>' })
  for (const address of [`/${slug}`, `/${slug}.md`]) {
    const { text } = await visitor.get(address)
    expect(text).toContain('Full')
    expect(text).not.toContain('Empty')
  }
})

test('a page is public at its slug, in every form that a note is', async ({ admin, visitor }) => {
  const slug = newSlug()
  const page = await makePage(admin.client, { slug, title: `Uses ${slug}` })
  expect(page).toMatchObject({
    slug,
    title: `Uses ${slug}`,
    description: PAGE_FIELDS.description,
    footer: '',
    robots: '',
  })
  const shown = await visitor.get(`/${slug}`)
  expect(shown.status).toBe(200)
  expect(shown.text).toContain('<strong>kettle</strong>')
  expect(shown.text).not.toContain('noindex')
  const byId = await visitor.get(`/${page._id}`)
  expect([byId.status, byId.headers.location]).toEqual([308, `/${slug}`])
  const markdown = await visitor.get(`/${slug}.md`)
  expect(markdown.headers['content-type']).toContain('text/markdown')
  expect(markdown.text).toContain('A **kettle**.')
  for (const list of ['/sitemap.xml', '/llms.txt']) expect((await visitor.get(list)).text).toContain(`/${slug}`)
  const found = await visitor.get(`/api/find?limit=1&q=${encodeURIComponent(page.title)}`)
  expect(found.json()).toMatchObject({ results: [{ kind: 'page', _id: page._id, path: `/${slug}` }] })
  for (const feed of ['/feed.xml', '/projects/feed.xml']) expect((await visitor.get(feed)).text).not.toContain(slug)

  const changed = await admin.client.put(`/api/page/${page._id}`, {
    description: '<p>Two pots.</p>',
    robots: 'noindex',
  })
  expectAnswer(changed, 200, pageSavedShape)
  const then = await visitor.get(`/${slug}`)
  expect(then.text).toContain('Two pots.')
  expect(then.text).toContain('noindex')
  for (const list of ['/sitemap.xml', '/llms.txt']) expect((await visitor.get(list)).text).not.toContain(`/${slug}`)
})

test('a renamed page leads on from its old address, and its Markdown too', async ({ admin, visitor }) => {
  const [slug, later] = [newSlug(), newSlug()]
  const { _id } = await makePage(admin.client, { slug })
  expectAnswer(await admin.client.put(`/api/page/${_id}`, { slug: later }), 200, pageSavedShape)
  for (const end of ['', '.md']) {
    const old = await visitor.get(`/${slug}${end}`)
    expect([old.status, old.headers.location]).toEqual([308, `/${later}${end}`])
    expect((await visitor.get(`/${later}${end}`)).status).toBe(200)
  }
  // Its own old address it may have again; what leads to it, nobody else.
  expectError(await admin.client.post('/api/page/new', { ...PAGE_FIELDS, slug }), 422, 'slug')
  expectAnswer(await admin.client.put(`/api/page/${_id}`, { slug }), 200, pageSavedShape)
  expect((await visitor.get(`/${slug}`)).status).toBe(200)
})

test('no page is over an address of the product, of today or kept for later', async ({ admin, visitor }) => {
  const taken = [
    'projects',
    'myblog',
    'About',
    'adminpanel',
    'settings',
    'api',
    'media',
    'cv',
    'archive',
    'stats',
    'mcp',
  ]
  const { _id } = await makePage(admin.client, { slug: newSlug() })
  for (const slug of taken) {
    expectError(await admin.client.post('/api/page/new', { ...PAGE_FIELDS, slug }), 422, 'slug')
    expectError(await admin.client.put(`/api/page/${_id}`, { slug }), 422, 'slug')
  }
  expectError(await admin.client.post('/api/page/new', { ...PAGE_FIELDS, slug: 'feed.xml' }), 422, 'slug')
  const made = await makePage(admin.client, { title: 'Archive' })
  expect(made.slug).toMatch(/^archive-\d+$/)
  expect((await visitor.get('/archive')).status).toBe(404)
  // A page without a letter in its title has no address to be public at.
  expectError(await admin.client.post('/api/page/new', { ...PAGE_FIELDS, title: '🎉' }), 422, 'slug')
})

test('the footer of every page leads to pages in the owner’s order', async ({ admin, member, visitor }) => {
  const make = (title: string, footer: string) => makePage(admin.client, { title, footer, slug: newSlug() })
  const titles = ['Imprint', 'Privacy', 'Elsewhere'].map((title) => `${title} ${newSlug()}`)
  const [imprint = '', privacy = '', elsewhere = ''] = titles
  const screens = ['/', '/about', '/signin', '/find', `/${newSlug()}`, '/a/b/c']
  for (const path of screens) expect(await namedIn(visitor, path, titles)).toEqual([])
  const { _id, slug } = await make(privacy, '12')
  await make(imprint, '3')
  await make(elsewhere, '')
  for (const path of screens) expect([path, await namedIn(visitor, path, titles)]).toEqual([path, [imprint, privacy]])
  expect(await namedIn(member.client, '/user/update', titles)).toEqual([imprint, privacy])
  expect(await namedIn(admin.client, '/adminpanel', titles)).toEqual([imprint, privacy])
  expect(footerOf((await visitor.get('/about')).text)).toContain(`href="/${slug}"`)
  expectAnswer(await admin.client.put(`/api/page/${_id}`, { footer: '1' }), 200, pageSavedShape)
  for (const path of screens) expect(await namedIn(visitor, path, titles)).toEqual([privacy, imprint])
  expectAnswer(await admin.client.delete(`/api/page/${_id}`), 200, messageShape)
  for (const path of screens) expect(await namedIn(visitor, path, titles)).toEqual([imprint])
  expect((await visitor.get(`/${slug}`)).status).toBe(404)
  for (const footer of ['0', '100', '1.5', 'first'])
    expectError(await admin.client.post('/api/page/new', { ...PAGE_FIELDS, footer }), 422, 'footer')
})

test('a page that is not public is seen by its preview link alone', async ({ admin, visitor }) => {
  const slug = newSlug()
  const made = await admin.client.post('/api/page/new', { ...PAGE_FIELDS, slug, footer: '1', status: 'draft' })
  const { _id } = expectAnswer(made, 201, pageSavedShape)
  expect((await visitor.get(`/${slug}`)).status).toBe(404)
  expectError(await visitor.get(`/api/page/${_id}`), 404)
  const link = await admin.client.post('/api/preview/new', { kind: 'page', id: _id })
  const { url } = (link.json() as { data: { url: string } }).data
  expect((await visitor.get(new URL(url).pathname)).text).toContain('<strong>kettle</strong>')
  for (const screen of [`/page/update/${_id}`, `/page/history/${_id}`, `/preview/page/${_id}`, '/adminpanel-pages'])
    expect([screen, (await admin.client.get(screen)).status]).toEqual([screen, 200])
})

test('a note keeps its address, whatever a page is called', async ({ admin, visitor }) => {
  const { _id, slug } = await makeNote(admin.client, { title: `Tea ${newSlug()}` })
  await makePage(admin.client, { slug })
  for (const path of [`/note/${_id}`, `/note/${slug}`, `/${slug}`]) expect((await visitor.get(path)).status).toBe(200)
})
