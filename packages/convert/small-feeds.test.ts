import { afterAll, describe, expect, it } from 'vitest'
import { smallInputs } from '@/tests/support/small-inputs'

/* Feeds and exports of HTML with what the fixtures lack. */

const { read, remove } = smallInputs()
afterAll(remove)

const rss = (items: string, head = '<?xml version="1.0"?>') =>
  `${head}<rss version="2.0" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"
    xmlns:media="http://search.yahoo.com/mrss/"><channel><title>T</title><link>https://a.example/</link>${items}</channel></rss>`
const atom = (entries: string, attributes = '') =>
  `<feed xmlns="http://www.w3.org/2005/Atom" xmlns:media="http://search.yahoo.com/mrss/" ${attributes}>${entries}</feed>`

describe('a feed', () => {
  it('says Latin-1 and is UTF-8, or says a name that nobody knows', async () => {
    for (const name of ['iso-8859-1', 'us-ascii', 'bogus']) {
      const feed = rss(
        '<item><title>Café “x”</title><description>ž</description></item>',
        `<?xml version="1.0" encoding="${name}"?>`,
      )
      const { items } = await read(`encoding-${name}`, { 'feed.xml': feed })
      expect(items).toMatchObject([{ title: 'Café “x”', html: '<p>ž</p>' }])
    }
  })

  it('has modules with elements of the same names', async () => {
    const item = `<item><itunes:title>Other</itunes:title><title>Own</title><media:description>Other</media:description>
      <description>Words</description><enclosure url="http://a.example/e.png" type="image/png"/></item>`
    const { items } = await read('modules', { 'feed.xml': rss(item) })
    expect(items).toMatchObject([
      { title: 'Own', html: '<figure><img src="https://a.example/e.png"></figure><p>Words</p>' },
    ])
    const entry = `<entry><id>1</id><title>One</title><media:content url="https://a.example/p.png" medium="image"/>
      <content type="html">&lt;p&gt;Words&lt;/p&gt;</content><updated>2020-01-02T00:00:00Z</updated></entry>`
    const { items: entries } = await read('modules-atom', { 'feed.xml': atom(entry) })
    expect(entries[0]?.html).toBe('<p>Words</p>')
  })

  it('shows pictures that stay on the web over http', async () => {
    const { items } = await read('pictures', {
      'feed.xml': rss(
        '<item><title>x</title><description>&lt;img src="http://a.example/i.png"&gt;</description></item>',
      ),
    })
    expect(items[0]?.pictures).toEqual({ found: [], missing: ['http://a.example/i.png'] })
    expect(items[0]?.lost).toContain('One picture stays at its old address')
  })

  it('has texts that are plain by their type, in Base64, and at an address below xml:base', async () => {
    const entries = `<entry xml:base="2004/"><id>1</id><title>x</title><link>one.html</link><updated>2004-05</updated>
        <content type="text">a &lt;b&gt; c</content></entry>
      <entry><id>2</id><title>y</title><content type="text/html" mode="base64">PHA+aGk8L3A+</content></entry>`
    const { items } = await read('types', { 'feed.xml': atom(entries, 'xml:base="https://a.example/base/"') })
    expect(items).toMatchObject([
      { html: '<p>a &lt;b&gt; c</p>', path: '/base/2004/one.html', date: '2004-05-01T00:00:00.000Z' },
      { html: '<p>hi</p>' },
    ])
  })

  it('has texts without titles, which are called by their first words', async () => {
    const feed = {
      version: 'https://jsonfeed.org/version/1.1',
      items: [{ id: '1', content_text: 'One line\nand another', external_url: 'https://b.example/x' }],
    }
    const { items } = await read('untitled', { 'feed.json': JSON.stringify(feed) })
    expect(items).toMatchObject([
      { title: 'One line and another', lost: ['The page it is about: https://b.example/x'] },
    ])
  })
})

const medium = (body: string, footer = '') =>
  `<!DOCTYPE html><html><head><title>One</title></head><body><article class="h-entry"><h1 class="p-name">One</h1>
   <section data-field="body" class="e-content"><h3 class="graf--title">One</h3>${body}</section>
   <footer>${footer}</footer></article></body></html>`

describe('an article of Medium', () => {
  it('is published without a date, too, if it has an address', async () => {
    const { items } = await read('medium', {
      'posts/2020_One-abcdefabcdef.html': medium(
        '<p>x</p><h4>y</h4>',
        '<a class="p-canonical" href="https://medium.com/@a/one-abcdefabcdef">Canonical link</a>',
      ),
      'posts/two.html': medium('<p>x</p><h4>y</h4>', '<a href="https://medium.com/p/2">View original.</a>'),
    })
    expect(items.map(({ status }) => status)).toEqual(['published', 'draft'])
  })

  it('has its summary in its text, code with its language, and a gist', async () => {
    const { items } = await read('medium-body', {
      'posts/draft_One.html':
        medium(`<h4 class="graf--subtitle">In short</h4><pre data-code-block-lang="typescript"><span>let a<br>let b</span></pre>
        <figure><script src="https://gist.github.com/a/0123abcd.js"></script></figure>`),
    })
    expect(items[0]).toMatchObject({ about: 'In short', lost: [] })
    expect(items[0]?.html).toBe(
      '<pre><code class="language-typescript">let a\nlet b</code></pre><p><a href="https://gist.github.com/a/0123abcd">https://gist.github.com/a/0123abcd</a></p>',
    )
  })
})

const wxr = (items: string) =>
  `<rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:wp="http://wordpress.org/export/1.2/">
   <channel><title>T</title><link>https://old.example</link><wp:wxr_version>1.2</wp:wxr_version>${items}</channel></rss>`
const article = (body: string, more = '') =>
  `<item><title>One</title><link>https://old.example/one/</link><content:encoded><![CDATA[${body}]]></content:encoded>
   <wp:post_id>1</wp:post_id><wp:post_type>post</wp:post_type><wp:status>publish</wp:status>${more}</item>`

const feed = (title: string, words: string, head = '') =>
  `${head}<rss version="2.0"><channel><item><title>${title}</title><description>${words}</description></item></channel></rss>`

describe('an encoding that nothing says', () => {
  it.each([
    [
      'gb18030',
      'd6d0cec4b1eacce2',
      'd5e2cac7d2bbc6aacec4d5c2a3acced2c3c7d4dad5e2c0efd0b4b5c4',
      '中文标题',
      '这是一篇文章，我们在这里写的',
    ],
    ['shift_jis', '82b182f182c982bf82cd', '82b182ea82cd8365834c8358836782c582b7', 'こんにちは', 'これはテキストです'],
    ['windows-1252', '436166e920e0206c61206372e86d65', '93c761942097206e61ef7665', 'Café à la crème', '“Ça” — naïve'],
  ])('%s is found by what is common in it, and said', async (name, title, words, shownTitle, shown) => {
    const bytes = (text: string) => Buffer.from(text, 'hex').toString('latin1')
    const text = feed(bytes(title), bytes(words), '<?xml version="1.0"?>')
    const markdown = `---\ntitle: ${bytes(title)}\ndate: 2020-01-02\n---\n${bytes(words)}\n`
    for (const [file, content] of [
      ['a.xml', text],
      ['a.md', markdown],
    ] as const) {
      const { items } = await read(`guess ${name} ${file}`, { [file]: Buffer.from(content, 'latin1') })
      expect(items).toMatchObject([{ title: shownTitle, html: `<p>${shown}</p>` }])
      expect(items[0]?.reason).toContain(`Its encoding is not said: read as ${name}.`)
    }
  })
})

it('Atom: a base within a base, which is none of the entry, and an enclosure', async () => {
  const { items } = await read('bases', {
    'a.xml': `<feed xmlns="http://www.w3.org/2005/Atom" xml:base="https://a.example/blog/"><entry xml:base="x/"><id>1</id>
      <title>T</title><link href="one"/><link rel="enclosure" href="https://a.example/e.mp3"/>
      <content type="html" xml:base="deep/">&lt;a href="y">z&lt;/a></content></entry></feed>`,
  })
  expect(items).toMatchObject([
    {
      path: '/blog/x/one',
      html: '<p><a href="https://a.example/blog/x/deep/y">z</a></p>',
      lost: ['An enclosure: https://a.example/e.mp3'],
    },
  ])
})

it('a feed whose links differ only in their query', async () => {
  const entry = (id: number, to: number) =>
    `<item><title>${id}</title><link>https://a.example/show?id=${id}</link><description>&lt;a href="show?id=${to}"&gt;x&lt;/a&gt;</description></item>`
  const { items } = await read('queries', {
    'a.xml': `<rss version="2.0"><channel><link>https://a.example/</link>${entry(1, 2)}${entry(2, 3)}</channel></rss>`,
  })
  expect(items.map(({ html }) => html)).toEqual([
    '<p><a href="/note/https%3A%2F%2Fa.example%2Fshow%3Fid%3D2">x</a></p>',
    '<p><a href="https://a.example/show?id=3">x</a></p>',
  ])
})

describe('an article of WordPress', () => {
  it('shows the originals of its pictures, with what the attachments say of them', async () => {
    const attachment = `<item><title>p</title><wp:post_id>5</wp:post_id><wp:post_type>attachment</wp:post_type>
      <wp:attachment_url>https://old.example/u/p.jpg</wp:attachment_url><wp:postmeta>
      <wp:meta_key>_wp_attachment_image_alt</wp:meta_key><wp:meta_value>A dog</wp:meta_value></wp:postmeta></item>`
    const body =
      '<img src="https://old.example/u/p-300x200.jpg" alt="" /><img src="https://cdn.example/x.jpg" class="a wp-image-5" alt="Own" />'
    const { items } = await read('wxr-pictures', { 'a.xml': wxr(article(body) + attachment) })
    expect(items[0]?.pictures.missing).toEqual(['https://old.example/u/p.jpg'])
    expect(items[0]?.html.match(/alt="[^"]*"/g)).toEqual(['alt="A dog"', 'alt="Own"'])
  })

  it('is found by its number, also where it has another address', async () => {
    const second = article('x', '<wp:post_date>2020-01-02 03:04:05</wp:post_date>')
      .replace('<wp:post_id>1<', '<wp:post_id>2<')
      .replace('https://old.example/one/', 'https://old.example/?p=2')
    const links = ['?p=1', '?p=2', '?p=3', ''].map((query) => `<a href="http://www.old.example/${query}">x</a>`)
    const { items } = await read('wxr-numbers', { 'a.xml': wxr(article(links.join(' ')) + second) })
    expect([...(items[0]?.html ?? '').matchAll(/href="([^"]*)"/g)].map(([, href]) => href)).toEqual([
      '/note/post%201',
      '/note/post%202',
      'http://www.old.example/?p=3',
      'http://www.old.example/',
    ])
  })

  it.each([
    [
      'an address alone on its line',
      'https://x.example/status/1',
      '<p><a href="https://x.example/status/1">https://x.example/status/1</a></p>',
    ],
    [
      'a gist',
      '[gist id="0123456789"]',
      '<p><a href="https://gist.github.com/0123456789">https://gist.github.com/0123456789</a></p>',
    ],
    ['a film by its number', '[vimeo 12345]', expect.stringContaining('https://player.vimeo.com/video/12345')],
    ['a footnote', 'A[footnote]b <em>c</em>[/footnote] d', '<p>A<span data-footnote="">b <em>c</em></span> d</p>'],
    [
      'what is on SoundCloud',
      '[soundcloud url="https://s.example/1"]',
      '<p><a href="https://s.example/1">https://s.example/1</a></p>',
    ],
  ])('embeds %s', async (name, body, expected) => {
    const { items } = await read(`wxr ${name}`, { 'a.xml': wxr(article(body)) })
    expect(items[0]).toMatchObject({ html: expected, lost: [] })
  })

  it('lists blocks that are filled in when they are shown', async () => {
    const body =
      '<!-- wp:latest-posts {"postsToShow":3} /-->\n<!-- wp:paragraph --><p>x</p><!-- /wp:paragraph -->\n<!-- wp:spacer /-->'
    const { items } = await read('wxr-dynamic', { 'a.xml': wxr(article(body)) })
    expect(items).toMatchObject([{ html: '<p>x</p>', lost: ['A block that WordPress fills in: latest-posts'] }])
  })

  it('has formulas, and groups of its own and sounds that are listed', async () => {
    const more = `<category domain="series" nicename="s"><![CDATA[My series]]></category><wp:postmeta>
      <wp:meta_key>enclosure</wp:meta_key><wp:meta_value>https://a.example/a.mp3\n21169426\naudio/mpeg</wp:meta_value>
      </wp:postmeta>`
    const { items } = await read('wxr-latex', { 'a.xml': wxr(article('By $latex x^2$ here', more)) })
    expect(items[0]?.html).toMatch(/^<p>By <math data-tex="x\^2">/)
    expect(items[0]?.lost).toEqual(['series: My series', 'An enclosure: https://a.example/a.mp3'])
  })
})

describe('an export of Ghost', () => {
  const post = { id: '1', title: 'One', slug: 'one', html: '<p>x</p>', status: 'published', published_at: '2020-01-02' }

  it('is wrapped in other ways than its own', async () => {
    const data = { posts: [{ ...post, canonical_url: 'https://b.example/one' }] }
    for (const [index, document] of [{ db: { meta: {}, data } }, [{ meta: {}, data }], data].entries()) {
      const { kind, items } = await read(`ghost ${index}`, { 'a.json': JSON.stringify(document) })
      expect(kind).toBe('ghost')
      expect(items).toMatchObject([
        { title: 'One', lost: ['It names another address as its own: https://b.example/one'] },
      ])
    }
  })

  it('says of a text without HTML that it is to be exported again', async () => {
    for (const [index, stored] of [{ lexical: '{"root":{}}' }, { mobiledoc: '{"cards":[]}' }].entries()) {
      const posts = [{ ...post, html: null, ...stored }]
      const { items } = await read(`ghost stored ${index}`, { 'a.json': JSON.stringify({ db: [{ data: { posts } }] }) })
      expect(items).toMatchObject([{ action: 'skip', reason: expect.stringContaining('export it again from Ghost') }])
    }
  })

  it('has players whose buttons and times are no text', async () => {
    const html =
      '<figure class="kg-card kg-video-card"><div class="kg-video-container"><video src="https://a.example/v.mp4"></video><div class="kg-video-overlay"><button>Play</button></div><div class="kg-video-player"><span>0:00</span></div></div></figure>'
    const { items } = await read('ghost video', {
      'a.json': JSON.stringify({ db: [{ data: { posts: [{ ...post, html }] } }] }),
    })
    expect(items[0]?.html).toBe('<div><video src="https://a.example/v.mp4" controls=""></video></div>')
  })
})
