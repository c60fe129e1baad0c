import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { type ReadItem as Item, readConverted } from '@/tests/support/read-converted'
import { HAS_SHARED_FIXTURES, IMPORT_FIXTURES } from '@/tests/support/shared-fixtures'
import { type ConvertOptions, Unreadable } from './model'

const ROOT = IMPORT_FIXTURES

type Entry = { file?: string; folder?: string; mustYield: string; parsed?: Record<string, unknown> }
const MANIFEST = HAS_SHARED_FIXTURES ? readFileSync(join(ROOT, 'MANIFEST.json'), 'utf8') : '{"entries":[]}'
const { entries } = JSON.parse(MANIFEST) as { entries: Entry[] }

type Read = Awaited<ReturnType<typeof readConverted>>

const read = (path: string, options: ConvertOptions = {}) => readConverted(join(ROOT, path), options)

async function refusal(path: string): Promise<Unreadable> {
  const error = await read(path).then(
    () => null,
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(Unreadable)
  return error as Unreadable
}

const made = ({ items }: Read) => items.filter(({ action, kind }) => action === 'create' && kind === 'note')
const published = (result: Read) => made(result).filter(({ status }) => status === 'published')
const titles = (items: Item[]) => items.map(({ title }) => title)

function titled({ items }: Read, title: string): Item {
  const found = items.find((item) => item.title === title)
  if (!found) throw new Error(`there is no item called ${title}, but ${titles(items).join(', ')}`)
  return found
}

/** What each entry of the manifest must yield. */
const EXPECTED: Record<string, (entry: Entry) => Promise<void>> = {
  async 'feeds/atom-multilinks.atom'() {
    const { kind, items } = await read('feeds/atom-multilinks.atom')
    expect({ kind, count: items.length, path: items[0]?.path, date: items[0]?.date }).toEqual({
      kind: 'atom',
      count: 1,
      path: '/item1-info-page.html',
      date: '2005-10-13T18:30:02.000Z',
    })
  },
  async 'feeds/atom-no-links.atom'() {
    const { items } = await read('feeds/atom-no-links.atom')
    expect(items).toMatchObject([{ action: 'skip', source: 'tag:github.com,2008:Repository/11167738/v3.9.0' }])
    expect(items[0]?.reason).toContain('neither a title nor a text')
  },
  async 'feeds/encoding/'() {
    const guessed = await read('feeds/encoding/http_text_xml_charset_2.xml')
    expect(guessed.items[0]?.html).toBe('<p>This is a £“test.”</p>')
    expect((await read('feeds/encoding/demoronize-2.xml')).items[0]?.html).toBe('<p>don’t</p>')
    const empty = await read('feeds/encoding/utf-16be-autodetect.xml')
    expect(empty).toMatchObject({ kind: 'rss', items: [] })
  },
  async 'feeds/feedparser/'() {
    const html = async (name: string) => (await read(`feeds/feedparser/${name}.xml`)).items[0]?.html
    expect(await html('entry_content_application_xml')).toBe('<p>Example <b>Atom</b></p>')
    expect(await html('entry_content_inline_markup')).toBe('<p>Example <b>Atom</b></p>')
    expect(await html('entry_content_xml_base_inherit')).toBe(
      '<p>Example <a href="http://example.com/test/test.html">test</a></p>',
    )
    expect(await html('item_content_encoded')).toBe('<p>Example content</p>')
    expect(await html('item_fullitem')).toBe('<p>Example content</p>')
    expect(await html('item_description_code_br')).toBe('<p><code>&lt;br /&gt;</code></p>')
    const base64 = await read('feeds/feedparser/entry_content_base64.xml')
    expect(base64.items[0]).toMatchObject({ action: 'skip', html: '' })
    expect(base64.items[0]?.lost.join()).toContain('application/octet-stream')
    const title = await read('feeds/feedparser/entry_title_escaped_markup.xml')
    expect(title.items[0]).toMatchObject({ action: 'create', title: 'Example Atom' })
  },
  async 'feeds/github-releases-relative-links.atom'() {
    const result = await read('feeds/github-releases-relative-links.atom')
    expect(published(result)).toHaveLength(10)
    expect(titled(result, 'v3.9.0')).toMatchObject({
      path: '/gulpjs/gulp/releases/tag/v3.9.0',
      date: '2015-06-01T21:49:41.000Z',
      html: '<p>3.9.0</p>',
    })
  },
  async 'feeds/jsonfeed-adactio.json'() {
    const result = await read('feeds/jsonfeed-adactio.json')
    expect(result.kind).toBe('jsonfeed')
    expect(published(result)).toHaveLength(10)
    const first = titled(result, 'The line-up for dConstruct 2022 …revealed!')
    expect(first).toMatchObject({ path: '/journal/19317', date: '2022-07-26T13:01:01.000Z' })
    expect(first.tech).toContain('dconstruct')
    expect(result.items.some(({ html }) => /<abbr|<figure|<code/.test(html))).toBe(true)
  },
  async 'feeds/latin1-declared.rss'() {
    const result = await read('feeds/latin1-declared.rss')
    expect(made(result)).toHaveLength(40)
    expect(titled(result, 'Mãe de utente é a nova presidente da Raríssimas').date).toBe('2018-01-03T13:47:00.000Z')
    expect(result.items.every(({ reason }) => reason.includes('only a summary'))).toBe(true)
    // The pixel that counts readers.
    expect(result.items.some(({ html }) => html.includes('<img'))).toBe(false)
  },
  async 'feeds/medium-content-encoded.rss'() {
    const result = await read('feeds/medium-content-encoded.rss')
    expect(published(result)).toHaveLength(7)
    for (const { html, paths } of result.items) {
      expect(html).not.toContain('medium.com/_/stat')
      expect(paths.join()).not.toContain('source=')
    }
    expect(titled(result, 'THE CREATIVE FORAGER').path).toBe('/invironment/the-creative-forager-125af37d838f')
    expect(result.items.some(({ html }) => html.includes('<figcaption>'))).toBe(true)
  },
  async 'ghost/ghost-1.20-export.json'() {
    const result = await read('ghost/ghost-1.20-export.json')
    expect(result.items.map(({ path, tech }) => ({ path, tech }))).toEqual([
      { path: '/themes/', tech: ['tag1'] },
      { path: '/advanced-markdown/', tech: [] },
    ])
    expect(result.items.some(({ html }) => html.includes('<pre><code'))).toBe(true)
  },
  async 'ghost/ghost-4.1-export.json'() {
    const result = await read('ghost/ghost-4.1-export.json')
    expect(made(result)).toHaveLength(7)
    expect(result.items.filter(({ kind }) => kind === 'page')).toHaveLength(4)
    expect(JSON.stringify(result)).not.toContain('__GHOST_URL__')
    const paid = titled(result, 'Selling premium memberships with recurring revenue')
    expect(paid).toMatchObject({ status: 'draft' })
    expect(paid.html).not.toContain('Hold back some of the best bits')
    expect(paid.lost).toContain('The part for members alone')
    const all = result.items.map(({ html }) => html).join('')
    expect(all).not.toMatch(/<script|kg-/)
    const guide = titled(result, 'Writing and managing content in Ghost, an advanced guide')
    expect(guide.html.match(/<img/g)?.length).toBeGreaterThanOrEqual(9)
    expect(all).toContain(`<pre><code class="language-handlebars">`)
    expect(guide.html).toMatch(/<p><a href="https:\/\/[^"]+">[^<]+<\/a>: /)
    // Links lead to what is brought.
    const welcome = titled(result, 'Start here for a quick overview of everything you need to know')
    expect(welcome.html).toContain('href="/note/')
  },
  async 'ghost/ghost-lexical-only.json'() {
    const result = await read('ghost/ghost-lexical-only.json')
    expect(published(result)).toHaveLength(2)
    expect(titled(result, 'Post 3 - Lexical')).toMatchObject({
      action: 'skip',
      reason: 'The file holds no HTML of it: export it again from Ghost.',
    })
  },
  async 'ghost/ghost-wrong-wrapper.json'() {
    expect((await refusal('ghost/ghost-wrong-wrapper.json')).message).toBe('It is nothing that is known here.')
  },
  async 'ghost/markdown-zip/'() {
    const result = await read('ghost/markdown-zip')
    expect(published(result)).toMatchObject([{ title: 'Welcome to Ghost', date: '2014-12-19T00:00:00.000Z' }])
    expect(made(result).filter(({ status }) => status === 'draft')).toHaveLength(3)
    expect(result.items.filter(({ action }) => action === 'skip')).toMatchObject([
      { source: 'deleted-2014-12-19-test-1.md' },
    ])
  },
  async 'github/'() {
    // Answers of an interface, which no import reads.
    const { refused } = await refusal('github')
    expect(refused).toHaveLength(10)
  },
  async 'hostile/'() {
    for (const name of ['dtd', 'external_file', 'xmlbomb']) {
      expect((await refusal(`hostile/xml/${name}.xml`)).message).toContain('DOCTYPE')
    }
    const reasons = async (name: string) => {
      const { refused, message } = await refusal(`hostile/zip/${name}.zip`)
      return { message, ...Object.fromEntries(refused.map(({ source, reason }) => [source, reason])) }
    }
    const climbs = 'Its name leads out of the archive.'
    expect(await reasons('invalid-relative-path-xt')).toMatchObject({ '../xt': climbs })
    expect(await reasons('absolute-path-C-xt')).toMatchObject({ 'C:/xt': climbs })
    expect(Object.values(await reasons('zip-slip'))).toContain(climbs)
    expect(existsSync('/tmp/evil.txt')).toBe(false)
    expect(await reasons('symlink')).toMatchObject({ 'symlink/foo_symlink.txt': 'A link or a device is not followed.' })
    expect((await reasons('traditional-encryption')).message).toContain('It is encrypted')
    expect((await reasons('empty')).message).toBe('empty.zip holds nothing that can be imported.')
    expect(Object.keys(await reasons('unicode'))).toContain('Turmion Kätilöt/Hoitovirhe/Rautaketju.mp3')
    expect(Object.keys(await reasons('windows-7-zip'))).toEqual(['message', 'a.txt', 'b.txt'])
    expect((await reasons('directories')).message).toContain('nothing that can be imported')
    const longer = 'too-many-bytes-in-the-stream-expected-82496-got-at-least-98304'
    expect(await reasons(longer)).toHaveProperty('zeros.bin')
  },
  async 'jsonresume/before-1.0-company-website-picture.json'() {
    const { items, refused } = await read('jsonresume/before-1.0-company-website-picture.json')
    expect(items).toEqual([])
    expect(refused).toMatchObject([{ reason: 'It lists no projects.' }])
  },
  async 'jsonresume/sample.resume.json'() {
    const result = await read('jsonresume/sample.resume.json')
    expect(result.items).toMatchObject([
      {
        kind: 'project',
        title: 'Miss Direction',
        link: 'http://missdirection.example.com',
        repo: '',
        tech: ['GoogleMaps', 'Chrome Extension', 'Javascript'],
        date: '2016-08-24T00:00:00.000Z',
      },
    ])
    expect(result.items[0]?.about).toContain('misguides you\n\n- Won award at AIHacks 2016\n- Built by')
    expect(JSON.stringify(result)).not.toMatch(/555|@|Broadway/)
  },
  async 'jsonresume/senior-engineer.resume.json'() {
    const { items } = await read('jsonresume/senior-engineer.resume.json')
    expect(items).toMatchObject([
      { kind: 'project', title: 'raft-lab', repo: 'https://github.com/lvasquez/raft-lab', link: '' },
    ])
  },
  async 'markdown/astro-content/'() {
    const result = await read('markdown/astro-content')
    expect(result.kind).toBe('astro')
    const posts = made(result).filter(({ source }) => source.startsWith('posts/'))
    expect(posts.filter(({ status }) => status === 'published')).toHaveLength(6)
    expect(posts.filter(({ status }) => status === 'draft')).toMatchObject([{ title: 'A working draft title' }])
    expect(made(result).filter(({ source }) => source.startsWith('notes/'))).toHaveLength(1)
    expect(titled(result, 'Test Tag').action).toBe('skip')
    const elements = titled(result, 'A post of Markdown elements')
    expect(elements.date).toBe('2023-02-22T00:00:00.000Z')
    expect(elements.pictures).toEqual({ found: ['posts/markdown-elements/logo.png'], missing: [] })
    const cover = titled(result, 'Example Cover Image')
    expect(cover.pictures.missing).toEqual(['./cover.png'])
    expect(cover.html).toBe('')
    const callouts = titled(result, 'Markdown Admonitions').html
    expect(callouts.replace(/<(pre|code)[\s\S]*?<\/\1>/g, '')).not.toContain(':::')
    expect(callouts.match(/<aside data-callout="(note|tip|warning)">/g)?.length).toBeGreaterThanOrEqual(6)
  },
  async 'markdown/docusaurus/'() {
    const result = await read('markdown/docusaurus')
    expect(made(result).map(({ date }) => date?.slice(0, 10))).toEqual([
      '2019-05-28',
      '2019-05-29',
      '2021-08-01',
      '2021-08-26',
    ])
    expect(result.items).toHaveLength(4)
    const mdx = titled(result, 'MDX Blog Post')
    expect(mdx.html.replace(/<pre[\s\S]*?<\/pre>/g, '')).not.toMatch(/onClick|alert|:::|<button/)
    expect(mdx.html).toContain('<aside data-callout="tip">')
    expect(titled(result, 'Welcome').pictures.missing).toEqual(['./docusaurus-plushie-banner.jpeg'])
  },
  async 'markdown/hugo-toml-yaml/'() {
    const result = await read('markdown/hugo-toml-yaml')
    expect(result.kind).toBe('hugo')
    expect(made(result)).toHaveLength(5)
    expect(titled(result, 'About')).toMatchObject({ kind: 'page', action: 'skip' })
    expect(titled(result, 'About').paths).toEqual(['/about/', '/about-us', '/about-hugo', '/contact'])
    expect(titled(result, 'Markdown Syntax Guide').paths).toContain('/post/migrate-from-jekyl')
    const rich = titled(result, 'Rich Content').html
    expect(rich).toContain('youtube-nocookie.com/embed/ZJthWmvUzzc')
    expect(rich).toContain('https://x.com/i/status/1085870671291310081')
    expect(rich).toContain('player.vimeo.com/video/48912912')
    const maths = titled(result, 'Math Typesetting')
    expect(maths.html).not.toContain('<script')
    expect(maths.html.match(/<math /g)?.length).toBeGreaterThanOrEqual(2)
    expect(maths.lost.join()).toContain('A script')
    const outside = result.items.map(({ html }) => html.replace(/<(pre|code)[\s\S]*?<\/\1>/g, '')).join('')
    expect(outside).not.toMatch(/\{\{[<%]/)
  },
  async 'markdown/jekyll-real/'() {
    const result = await read('markdown/jekyll-real')
    expect(made(result)).toHaveLength(2)
    expect(titled(result, 'Jekyll 4.0.0 Released').date).toBe('2019-08-20T15:00:00.000Z')
    expect(result.items.map(({ html }) => html).join('')).not.toContain('{%')
  },
  async 'markdown/jekyll/'() {
    const result = await read('markdown/jekyll')
    const posts = made(result).filter(({ source }) => source.startsWith('_posts/'))
    expect(posts).toHaveLength(22)
    expect(posts.filter(({ status }) => status !== 'published')).toMatchObject([
      { title: 'Not published!', status: 'draft' },
    ])
    expect(made(result).filter(({ source }) => source.startsWith('_drafts/'))).toMatchObject([
      { status: 'draft', tech: ['ay', 'bee', 'cee'] },
    ])
    expect(made(result).filter(({ source }) => source.startsWith('_encodings/'))).toHaveLength(2)
    expect(titled(result, 'I dont like zeroes').date).toBe('2017-02-05T00:00:00.000Z')
    expect(titled(result, 'Timezone override').date).toBe('2010-01-10T13:07:09.000Z')
    expect(titled(result, 'Unicode16CRLFandBOM').date).toBe('2017-04-06T00:08:01.000Z')
    expect(titled(result, 'Post with Permalink').path).toBe('/my_category/permalinked-post')
    expect(titled(result, 'Complex').path).toBe('/2008/11/21/complex.html')
    const liquid = titled(result, 'Open liquid block excerpt').html
    expect(liquid).toContain('<pre><code class="language-ruby">')
    expect(liquid).toContain('puts "Hi, #{name}"')
    expect(titled(result, 'Include').lost.join()).toContain('{% include sig.markdown %}')
  },
  async 'markdown/next-timlrx/'() {
    const result = await read('markdown/next-timlrx')
    expect(result.kind).toBe('next')
    expect(published(result)).toHaveLength(4)
    expect(made(result).filter(({ status }) => status === 'draft')).toMatchObject([{ title: 'My fancy title' }])
    const all = result.items.map(({ html }) => html.replace(/<pre[\s\S]*?<\/pre>/g, '')).join('')
    expect(all).not.toMatch(/^import |TOCInline|<Image/m)
    const release = titled(result, 'Release of Tailwind Nextjs Starter Blog v2.0')
    expect(release.html).toMatch(/<pre data-file="contentlayer\.config\.ts"><code class="language-ts">/)
    expect(release.lost.join()).toContain('<TOCInline')
    expect(result.refused).toMatchObject([{ source: 'data/projectsData.ts' }])
  },
  async 'markdown/obsidian/'() {
    const result = await read('markdown/obsidian/vault')
    expect(result.kind).toBe('obsidian')
    expect(titles(result.items)).toContain('note-in-subdir')
    const links = titled(result, 'obsidian-wikilinks').html
    expect(links).toContain('<a href="/note/pure-markdown-examples.md">Pure-Markdown-Examples</a>')
    expect(links).toContain('<a href="/note/pure-markdown-examples.md#h-heading-1">pure markdown examples</a>')
    expect(links).toContain('<code>[[pure-markdown-examples]]</code>')
    expect(links).toContain('[[unclosed link')
    const embeds = titled(result, 'embeds')
    expect(embeds.pictures).toEqual({ found: ['white.png', 'bulb.svg'], missing: [] })
    expect(embeds.lost.join()).toMatch(/non-existing note.*note\.pdf/)
    expect(embeds.html).toContain('<pre><code>And within a code block:\n![[note-with-frontmatter]]</code></pre>')
    expect(titled(result, 'embeds-partial-note').html).toMatch(/^<h2>Heading<\/h2><p>Second paragraph/)
    expect(titled(result, 'alert').html.match(/<aside/g)).toHaveLength(5)
    expect(titled(result, 'math').html.match(/<math /g)?.length).toBe(4)
    expect(result.items.every(({ status }) => status === 'draft')).toBe(true)
    expect(titled(result, 'section-ref-a').html).not.toContain('^dda637')
  },
  async 'medium/'() {
    const result = await read('medium')
    expect(result.kind).toBe('medium')
    expect(published(result)).toHaveLength(3)
    expect(made(result).filter(({ status }) => status === 'draft')).toMatchObject([
      { title: 'Draft Post Title', date: null },
    ])
    expect(result.items.filter(({ action }) => action === 'skip')).toMatchObject([{ source: 'posts/comment.html' }])
    const advanced = titled(result, 'Advanced Post Title')
    expect(advanced).toMatchObject({
      about: 'This is a subtitle of some sort',
      date: '2018-08-11T11:23:34.123Z',
      tech: ['Things', 'Stuff'],
    })
    expect(advanced.html).not.toContain('Advanced Post Title')
    expect(advanced.html).toContain('<figcaption>Test a <em>marked up</em> caption</figcaption>')
    expect(titled(result, 'Code Post Title').html).toContain(
      '<pre><code>sudo apt-get update\nsudo apt-get install \\\n',
    )
    expect(JSON.stringify(result)).not.toContain('profile')
  },
  async 'wxr/squarespace-as-wxr.xml'() {
    const result = await read('wxr/squarespace-as-wxr.xml')
    expect(published(result)).toMatchObject([{ path: '/blog/basic-post.html' }, { path: '/blog/another-post.html' }])
    expect(made(result).filter(({ status }) => status === 'draft')).toHaveLength(1)
    expect(result.items.filter(({ kind }) => kind === 'page')).toHaveLength(1)
    expect(titled(result, 'My CPT Post')).toMatchObject({ action: 'skip' })
    expect(titled(result, 'My CPT Post').reason).toContain('customcpt')
    expect(titled(result, 'Basic Post').html).toContain('?ixlib=rb-1.2.1&amp;ixid=eyJhcHBfaWQiOjEyMDd9&amp;auto=format')
  },
  async 'wxr/wp-attachment-same-site.xml'() {
    const result = await read('wxr/wp-attachment-same-site.xml')
    expect(result.items).toMatchObject([{ date: '2011-01-10T13:20:00.000Z', action: 'create' }])
    expect(result.items[0]?.html).toContain('alt="canola"')
    // Of an archive with the picture in it, it is found by its old address; here it is only named.
    expect(result.items[0]?.pictures.missing).toEqual([
      'https://wpthemetestdata.files.wordpress.com/2008/06/canola2.jpg',
    ])
  },
  async 'wxr/wp-base-url-rewriting.xml'() {
    const { items } = await read('wxr/wp-base-url-rewriting.xml')
    expect(titles(items)).toEqual(['"The Road Not Taken" by Robert Frost'])
    const addresses = [...(items[0]?.html ?? '').matchAll(/(?:href|src)="([^"]+)"/g)].map(([, address]) => address)
    expect(addresses.length).toBeGreaterThan(0)
    expect(addresses.every((address) => /^(?:https:\/\/|\/note\/)/.test(address ?? ''))).toBe(true)
  },
  async 'wxr/wp-blank-lines.xml'() {
    const { items } = await read('wxr/wp-blank-lines.xml')
    expect(items[0]?.html).toBe(
      '<p>This is an example of a WordPress post.<br>It has lines with text (and one blank line).</p><p>And more lines with text.</p>',
    )
  },
  async 'wxr/wp-crazy-cdata-escaped.xml'() {
    const { items } = await read('wxr/wp-crazy-cdata-escaped.xml')
    expect(items[0]?.html).toBe('<p>Content with nested &lt;![CDATA[ tags ]]&gt; :)</p>')
  },
  async 'wxr/wp-feature-image-captions.xml'() {
    const result = await read('wxr/wp-feature-image-captions.xml')
    expect(published(result)).toHaveLength(3)
    expect(titled(result, 'Post with Described Image').html).toMatch(
      /^<figure><img src="[^"]+described-image\.jpg" alt="Described Image Title"><figcaption>/,
    )
    expect(titled(result, 'Post with Title-Only Image').html).toContain('alt="Title-Only Image Title"')
    expect(titled(result, 'Post without Featured Image').html).not.toContain('<img')
  },
  async 'wxr/wp-malformed-cut-off.xml'() {
    const { message } = await refusal('wxr/wp-malformed-cut-off.xml')
    expect(message).toBe('It ends at line 14, column 2 inside of <item>: it is cut off.')
  },
  async 'wxr/wp-no-dates-no-author.xml'() {
    const { items } = await read('wxr/wp-no-dates-no-author.xml')
    expect(items).toMatchObject([{ title: 'No Author Post', status: 'published', path: null }])
    expect(items[0]?.date).toBeNull()
    expect(items[0]?.reason).toContain('the time of the import')
  },
  async 'wxr/wp-small-export.xml'({ parsed }) {
    const result = await read('wxr/wp-small-export.xml')
    expect(published(result)).toHaveLength(Number(parsed?.published))
    expect(titled(result, 'Private Post')).toMatchObject({ status: 'draft', tech: ['Tag1', 'Tag2', 'Tag3'] })
    expect(titled(result, 'Draft Page')).toMatchObject({ status: 'draft', date: '2011-01-18T07:46:29.000Z' })
    expect(titled(result, 'Hello world!').lost).toEqual(['One comment'])
  },
  async 'wxr/wp-theme-unit-test.xml'({ parsed }) {
    const result = await read('wxr/wp-theme-unit-test.xml')
    const guarded = titled(result, 'Template: Password Protected (the password is "enter")')
    // The script that counted took the protected one for published.
    expect(published(result).length + 1).toBe(Number(parsed?.published))
    expect(guarded.status).toBe('draft')
    expect(titled(result, 'Scheduled')).toMatchObject({ status: 'scheduled', date: '2030-01-01T19:00:18.000Z' })
    expect(titled(result, 'Draft').status).toBe('draft')
    expect(result.items.filter(({ kind }) => kind === 'page')).toHaveLength(Number(parsed?.pagesPublished))
    expect(result.items).toHaveLength(56 + 21 + 2)
    expect(titled(result, 'Template: Sticky').date).toBe('2012-01-07T14:07:21.000Z')
    expect(titles(result.items)).toContain('Markup: Title With Markup')
    const untitled = result.items.find(({ paths }) => paths[0] === '/2009/09/05/edge-case-no-title/')
    expect(untitled?.title).toMatch(/^This post has no title/)
    expect(untitled?.reason).toContain('called by its first words')
    for (const { html } of result.items) {
      const words = html.replace(/<(pre|code)[\s\S]*?<\/\1>/g, '')
      expect(words).not.toMatch(/<!--|wp:\w|\[\/?caption|\[gallery|nextpage/)
    }
    expect(titled(result, 'Post Format: Image (Caption)').html).toContain('<figcaption>')
    expect(titled(result, 'Post Format: Gallery').html.match(/<img/g)?.length).toBeGreaterThanOrEqual(20)
    const formatting = titled(result, 'Markup: HTML Tags and Formatting').html
    const code = /<pre><code>[\s\S]*?<\/code><\/pre>/.exec(formatting)?.[0]
    expect(code).toMatch(/\n/)
    expect(code).not.toMatch(/<(?:p|br)>/)
  },
  async 'wxr/wp-utf8-challenges.xml'() {
    const { items } = await read('wxr/wp-utf8-challenges.xml')
    expect(items).toHaveLength(1)
    expect(items[0]?.title).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/)
    expect(JSON.stringify(items)).not.toMatch(/\\ud[89a-f]/i)
    expect(items[0]?.path).toMatch(/^\/path\/hello-w%E2%80%AEorld/)
  },
  async 'wxr/wp-yoast-meta.xml'() {
    const result = await read('wxr/wp-yoast-meta.xml')
    expect(published(result)).toHaveLength(2)
    expect(titled(result, 'My Sample Post')).toMatchObject({
      about: 'A short description of the post for search engine results pages',
      date: '2022-05-09T09:53:00.000Z',
    })
  },
}

describe.skipIf(!HAS_SHARED_FIXTURES)('every entry of the manifest yields what it must', () => {
  const tried = new Set<string>()
  it.each(entries.map((entry) => [entry.file ?? entry.folder ?? '', entry.mustYield, entry] as const))(
    '%s: %s',
    async (name, _, entry) => {
      const expectation = EXPECTED[name]
      if (!expectation) throw new Error(`nothing is expected of ${name}`)
      await expectation(entry)
      tried.add(name)
    },
  )
  afterAll(() => {
    expect([...tried].sort()).toEqual(Object.keys(EXPECTED).sort())
  })
})
