import { isProbablyReaderable, Readability } from '@mozilla/readability'
import { expect } from '@playwright/test'
import { JSDOM } from 'jsdom'
import { PUBLIC_SCREENS } from '@/lib/routes/public-pages'
import { type ApiClient, METADATA_MAX_BYTES, metadataBytes } from '../support/api-client'
import { test } from '../support/api-test'
import { listNotes, listPosts, makeNote, makePost } from '../support/content'
import { png } from '../support/pictures'
import { expectAnswer, expectError, messageShape } from '../support/shapes'

/** The elements of a page that a class of microformats names. */
async function readClasses(client: ApiClient, path: string) {
  const { document } = new JSDOM((await client.get(path)).text).window
  return (selector: string) => {
    const found = document.querySelector(selector)
    return found?.getAttribute('value') ?? found?.getAttribute('datetime') ?? found?.textContent?.trim()
  }
}

test('a note and a project are an h-entry with their author, home is an h-card', async ({ admin, visitor }) => {
  const note = await makeNote(admin.client, { title: 'On tea', about: 'Hot', description: '<p>Very hot.</p>' })
  const post = await makePost(admin.client, { title: 'A pot', description: 'It holds.' })
  const ofNote = await readClasses(visitor, `/note/${note._id}`)
  expect(ofNote('article.h-entry > .u-url')).toBe(`/note/${note.slug}`)
  expect(ofNote('.h-entry .p-name')).toBe('On tea')
  expect(ofNote('.h-entry .p-summary')).toBe('Hot')
  expect(ofNote('.h-entry .e-content')).toBe('Very hot.')
  expect(ofNote('.h-entry .dt-published')).toBe(note.createdAt)
  const ofPost = await readClasses(visitor, `/post/${post}`)
  expect(ofPost('article.h-entry .p-name')).toBe('A pot')
  expect(ofPost('.h-entry .e-content')).toBe('It holds.')
  const home = await readClasses(visitor, '/')
  const name = home('.h-card .p-name')
  expect(name).toBeTruthy()
  expect(home('.h-card .u-url')).toBe('/')
  for (const of of [ofNote, ofPost]) expect(of('.h-entry .p-author.h-card .p-name')).toBe(name)
})

test('what programs read of a page stands at its beginning', async ({ admin, visitor }) => {
  const { _id: note, slug } = await makeNote(admin.client, { title: 'On tea', tech: 'Tea' })
  const post = await makePost(admin.client, { title: 'A pot', tech: 'Tea' })
  const ends: Record<string, string> = { note, post, profile: admin.id }
  const screens = PUBLIC_SCREENS.map(({ path }) =>
    path.replace(/(?<=^\/(\w+)\/):\w+$/, (_, kind) => ends[kind] ?? 'tea'),
  )
  for (const path of [...screens.filter((path) => path !== '/search'), `/note/${slug}`, '/find?q=tea', '/nowhere']) {
    const { text } = await visitor.get(path)
    expect(text, path).toContain('<title>')
    expect(metadataBytes(text), path).toBeLessThan(METADATA_MAX_BYTES)
    // Styles come before what they are for.
    expect(text.lastIndexOf('<style', text.indexOf('</head>')), path).toBeGreaterThan(text.indexOf('<title>'))
    expect(text.indexOf('<style data-precedence'), path).toBeLessThan(text.indexOf('<body'))
  }
  for (const path of ['/', `/note/${note}`, `/post/${post}`]) {
    const { text } = await visitor.get(path)
    const beginning = Buffer.from(text).subarray(0, METADATA_MAX_BYTES).toString()
    for (const mark of ['name="description"', 'rel="canonical"', 'og:title', 'og:image"', 'twitter:card']) {
      expect(beginning, path).toContain(mark)
    }
  }
})

test('no page has what HTML does not', async ({ admin, visitor }) => {
  // Too small to have copies.
  const image = { file: await png({ width: 16, height: 16 }) }
  const post = await makePost(admin.client, { title: 'A stamp', description: 'vt-name="it"', tech: 'Stamps', image })
  for (const path of ['/', '/projects', '/search/Stamps', `/post/${post}`, '/post/nothing', '/nothing']) {
    const { document } = new JSDOM((await visitor.get(path)).text).window
    for (const wrong of [
      '[vt-name]',
      '[vt-update]',
      '[sizes]:not([srcset], link)',
      '[blocking]:not([rel=stylesheet])',
    ]) {
      expect(
        [...document.querySelectorAll(wrong)].map(({ outerHTML }) => outerHTML.slice(0, 300)),
        path,
      ).toEqual([])
    }
  }
  expect((await visitor.get(`/post/${post}`)).text).toMatch(/vt-name=(?:"|&quot;)it/)
})

test('the owner’s Fediverse account, hub and address for answers are named where they belong', async ({
  admin,
  visitor,
}) => {
  const note = await makeNote(admin.client, { title: 'Why & how' })
  const post = await makePost(admin.client)
  const save = async (fields: object) =>
    expectAnswer(await admin.client.put('/api/settings', fields), 200, messageShape)
  expectError(await admin.client.put('/api/settings', { fediverse: 'ada' }), 422, 'fediverse')
  expectError(await admin.client.put('/api/settings', { hubUrl: 'hub' }), 422, 'hubUrl')
  const { contactEmail } = (await save({})) as unknown as { contactEmail?: string }
  await save({
    fediverse: 'ada@social.example',
    hubUrl: 'https://hub.example/?a=1&b=2',
    contactEmail: 'ada@example.org',
  })
  try {
    const page = (await visitor.get(`/note/${note._id}`)).text
    expect(page).toContain('<meta name="fediverse:creator" content="@ada@social.example"/>')
    expect(page).toContain('href="mailto:ada@example.org?subject=Re%3A%20Why%20%26%20how"')
    expect((await visitor.get(`/post/${post}`)).text).not.toContain('Reply by email')
    for (const feed of ['/feed.xml', '/atom.xml', '/projects/feed.xml', '/projects/atom.xml']) {
      expect((await visitor.get(feed)).text, feed).toMatch(
        /<(?:atom:)?link (?:rel="hub" )?href="https:\/\/hub\.example\/\?a=1&amp;b=2"/,
      )
    }
    expect(JSON.parse((await visitor.get('/feed.json')).text).hubs).toEqual([
      { type: 'WebSub', url: 'https://hub.example/?a=1&b=2' },
    ])
  } finally {
    await save({ fediverse: '', hubUrl: '', contactEmail: contactEmail ?? '' })
  }
  const plain = (await visitor.get(`/note/${note._id}`)).text
  expect(plain).not.toMatch(/fediverse:creator|Reply by email/)
  expect((await visitor.get('/atom.xml')).text).not.toContain('rel="hub"')
})

const EVERY_BLOCK = `<h2>Why a kettle</h2><p>${'Water is hot, and tea is what is made of it. '.repeat(12)}</p>
<aside data-callout="tip"><p>Warm the pot first.</p></aside><aside data-callout="warning"><p>It is hot.</p></aside>
<aside data-callout="note"><p>A note within.</p><ul><li><p>with a list</p></li></ul></aside>
<ul><li><p>Leaves</p></li><li><p>Water</p></li></ul><ol><li><p>Boil it</p></li></ol>
<ul data-type="taskList"><li data-type="taskItem" data-checked="true"><p>Bought leaves</p></li></ul>
<blockquote><p>Nobody drinks it cold.</p></blockquote><pre data-file="tea.ts"><code class="language-typescript">steep(3)</code></pre>
<table><tbody><tr><th><p>Kind</p></th><td><p>Minutes</p></td></tr></tbody></table><dl><dt>Oolong</dt><dd>Half dark</dd></dl>
<figure><img src="https://example.org/a.png" alt="A pot" width="300" height="200"><figcaption>The pot itself</figcaption></figure>
<p>It is old<span data-footnote="">Older than coffee.</span>, and <kbd>Ctrl</kbd> helps not.</p><hr><h3>The end of it</h3><p>So drink.</p>`

const squeezed = (text: string | null | undefined) => (text ?? '').replace(/\s+/g, '')

test('the reading mode of a browser loses nothing of a note or project', async ({ admin, visitor }) => {
  const fields = { title: 'Every block', about: 'All that one can write', description: EVERY_BLOCK }
  // And some of the sample.
  const rows = [await makeNote(admin.client, fields), ...(await listNotes(visitor)).slice(0, 3)]
  const notes = rows.map((row) => ({ ...row, path: `/note/${row._id}` }))
  const posts = (await listPosts(visitor)).slice(0, 4).map((row) => ({ ...row, path: `/post/${row._id}` }))
  expect([notes.length, posts.length]).toEqual([4, 4])
  for (const { title, path, createdAt } of [...notes, ...posts]) {
    const url = new URL(path, visitor.origin).href
    const { document } = new JSDOM((await visitor.get(path)).text, { url }).window
    const author = document.querySelector('.p-author .p-name')?.textContent
    const blocks = [
      ...document.querySelectorAll('.e-content :is(h2, h3, p, li, pre, td, th, dt, dd, figcaption, math)'),
    ]
      .filter((block) => !block.closest('[aria-hidden=true]'))
      .map(({ textContent }) => squeezed(textContent))
    const pictures = document.querySelectorAll('.e-content img').length
    if (path.startsWith('/note/')) expect(isProbablyReaderable(document), title).toBe(true)
    const read = new Readability(document).parse()
    // Of a project it takes that of the page.
    expect(read?.title?.replace(` · ${author}`, '')).toBe(title)
    expect([read?.byline, read?.lang], title).toEqual([author, 'en'])
    expect(Date.parse(String(read?.publishedTime)), title).toBe(Date.parse(createdAt))
    const text = squeezed(read?.textContent)
    expect(
      blocks.filter((block) => !text.includes(block)),
      title,
    ).toEqual([])
    expect(new JSDOM(read?.content ?? '').window.document.querySelectorAll('img').length, title).toBeGreaterThanOrEqual(
      pictures,
    )
  }
})
