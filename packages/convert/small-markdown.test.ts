import { afterAll, describe, expect, it } from 'vitest'
import { smallInputs } from '@/tests/support/small-inputs'

/* Folders of Markdown with what the fixtures lack. */

const { read, remove } = smallInputs()
afterAll(remove)

const post = (body: string, more = '') => `---\ntitle: One\ndate: 2020-01-02\n${more}---\n${body}\n`

/** The HTML and the losses of one text of a system. */
async function html(name: string, file: string, body: string, others: Record<string, string> = {}) {
  const { items } = await read(name, { [file]: post(body), 'other.txt': '', ...others })
  const item = items.find(({ source }) => source === file)
  return { html: item?.html, lost: item?.lost, pictures: item?.pictures }
}

describe('Jekyll', () => {
  const config = 'url: https://a.example.net\nbaseurl: /blog\npermalink: /:categories/:title/\n'

  it('has posts in HTML, and addresses by its settings', async () => {
    const { kind, items } = await read('jekyll', {
      '_config.yml': config,
      '_posts/2020-01-02-one.html': post('<p><a href="{% post_url 2020-01-03-two %}">Two</a></p>', 'category: News\n'),
      '_posts/deep/2020-01-03-two.md': post('[One](https://a.example.net/blog/news/one/) [One](/news/one/)'),
      'about.md': '---\ntitle: About\n---\nx\n',
      '_layouts/post.html': '<html>',
    })
    expect(kind).toBe('jekyll')
    expect(items.map(({ source, path }) => [source, path])).toEqual([
      ['_posts/2020-01-02-one.html', '/blog/news/one/'],
      ['_posts/deep/2020-01-03-two.md', '/blog/two/'],
      ['about.md', '/blog/about.html'],
    ])
    expect(items[0]?.html).toBe('<p><a href="/note/_posts%2Fdeep%2F2020-01-03-two.md">Two</a></p>')
    expect(items[1]?.html.match(/href="\/note\/_posts%2F2020-01-02-one.html"/g)).toHaveLength(2)
  })

  it.each([
    ['attributes', '![a](/x.png){: width="9" }\n{: .center}\n\nWords\n{: #id }', '<p>a</p><p>Words</p>'],
    ['a table of contents', '* TOC\n{:toc}\n\nWords', '<p>Words</p>'],
    ['a callout of a theme', '> Words\n{: .prompt-tip }', '<aside data-callout="tip"><p>Words</p></aside>'],
    ['a notice of a theme', 'Words\n{: .notice--warning}', '<aside data-callout="warning"><p>Words</p></aside>'],
    ['Markdown in HTML', '<div markdown="1">\n**x**\n</div>', '<div><p><strong>x</strong></p></div>'],
    ['an id of a heading', '## Two {#second}\n\n[x](#second)', '<h2>Two</h2><p><a href="#h-two">x</a></p>'],
    [
      'a gist and one of its files',
      '{% gist 5555251 a.md %}',
      '<p><a href="https://gist.github.com/5555251">https://gist.github.com/5555251</a></p>',
    ],
    [
      'a picture that is included',
      '{% include figure.html src="https://a.example/x.png" alt="A" caption="*C*" %}',
      '<figure><img src="https://a.example/x.png" alt="A"><figcaption><em>C</em></figcaption></figure>',
    ],
  ])('has %s', async (name, body, expected) => {
    expect((await html(`kramdown ${name}`, '_posts/2020-01-02-one.md', body)).html).toBe(expected)
  })

  it('has formulas in a line and in a block by the same signs', async () => {
    const made = await html('kramdown formulas', '_posts/2020-01-02-one.md', 'With $$x$$ here\n\n$$\ny\n$$')
    expect(made.html).toMatch(/^<p>With <math data-tex="x"><.*<\/math> here<\/p><math data-tex="y" display="block">/)
  })

  it('says of definitions and abbreviations that they are shown as they are', async () => {
    const made = await html('kramdown others', '_posts/2020-01-02-one.md', 'Term\n: What it is\n\n*[A]: An A')
    expect(made.html).toBe('<p>Term : What it is</p><p>*[A]: An A</p>')
    expect(made.lost).toEqual([
      'A definition, shown as it is: : What it is',
      'What an abbreviation means, shown as it is: *[A]: An A',
    ])
  })

  it('takes no sign of a reference into the summary', async () => {
    const { items } = await read('excerpt', {
      '_posts/2020-01-02-one.md': post(
        'A [link][1] and a note[^2].\n\n<!--more-->\n\nMore\n\n[1]: https://a.example\n[^2]: x',
      ),
      '_layouts/x.md': '',
    })
    expect(items[0]?.about).toBe('A link and a note.')
  })
})

describe('a link within a text', () => {
  it.each([
    ['to a heading', '## A & b\n\n[x](#a--b)', '<a href="#h-a--b">x</a>'],
    [
      'as other systems write it',
      '## Foo: Bar\n\n[x](#foo_bar) [y](#Foo%3A-Bar)',
      '<a href="#h-foo-bar">x</a> <a href="#h-foo-bar">y</a>',
    ],
    ['to the second of one name', '## A\n\n## A\n\n[x](#a-1)', '<a href="#h-a-1">x</a>'],
    ['to a name before a heading', '<a name="n"></a>\n\n## Two\n\n[x](#n)', '<a href="#h-two">x</a>'],
    ['to a name of a heading', '<h2 id="n">Two</h2>\n\n[x](#n)', '<a href="#h-two">x</a>'],
    ['to what has a heading', '<section id="n"><h2>Two</h2></section>\n\n[x](#n)', '<a href="#h-two">x</a>'],
  ])('leads there: %s', async (name, body, expected) => {
    expect((await html(`within ${name}`, 'one.md', body)).html).toContain(`<p>${expected}</p>`)
  })

  it('is listed where there is no heading', async () => {
    const made = await html('within none', 'one.md', 'Words <a id="n"></a>[x](#n) [top](#top)\n\n## Two')
    expect(made.html).toBe('<p>Words x <a href="#top">top</a></p><h2>Two</h2>')
    expect(made.lost).toEqual(['A link within the text, to #n'])
  })
})

describe('HTML of another time', () => {
  it.each([
    [
      'names',
      '<strike>a</strike> <tt>b</tt> <acronym title="T">c</acronym>',
      '<p><s>a</s> <code>b</code> <abbr title="T">c</abbr></p>',
    ],
    ['colours', '<font color="red">a</font>', '<p><span style="color: red;">a</span></p>'],
    [
      'alignment',
      '<p align="right">a</p>\n\n<center>b</center>',
      '<p style="text-align: right;">a</p><div style="text-align: center;">b</div>',
    ],
    [
      'columns',
      '| a |\n|--:|\n| 1 |',
      '<table><thead><tr><th style="text-align: right;">a</th></tr></thead><tbody><tr><td style="text-align: right;">1</td></tr></tbody></table>',
    ],
  ])('%s', async (name, body, expected) => {
    expect((await html(`old ${name}`, 'one.md', body)).html).toBe(expected)
  })

  it('films as objects', async () => {
    const film =
      '<param name="movie" value="http://www.youtube.com/v/dQw4w9WgXcQ"><embed src="http://www.youtube.com/v/dQw4w9WgXcQ">'
    const made = await html(
      'old film',
      'one.md',
      `<object>${film}</object>\n\n<object data="https://a.example/x.swf"></object>`,
    )
    expect(made.html).toMatch(
      /^<iframe src="https:\/\/www\.youtube-nocookie\.com\/embed\/dQw4w9WgXcQ"[^>]*><\/iframe><p><a href="https:\/\/a\.example\/x\.swf">/,
    )
    expect(made.lost).toEqual(['An embedded page of a.example is left as a link'])
  })
})

describe('Hugo', () => {
  it('has addresses by its settings, languages in names, and texts that are shown later', async () => {
    const { items } = await read('hugo', {
      'hugo.toml': "baseURL = 'https://h.example.net/site/'\n[permalinks]\nposts = '/:year/:month/:slug/'\n",
      'content/posts/one.md': post('[Two]({{< ref "two.md" >}})'),
      'content/posts/sub/two.md': post('x', 'publishDate: 2999-01-02\n'),
      'content/notes/three/index.de.md': post('x'),
      'content/notes/three/index.en.md': post('x', 'description: null\nunlisted: true\n'),
    })
    expect(items.map(({ path, status }) => [path, status])).toEqual([
      ['/site/de/notes/three/', 'published'],
      ['/site/notes/three/', 'draft'],
      ['/site/2020/01/one/', 'published'],
      ['/site/2020/01/one/', 'scheduled'],
    ])
    expect(items[3]?.date).toBe('2999-01-02T00:00:00.000Z')
    expect(items[2]?.html).toBe('<p><a href="/note/content%2Fposts%2Fsub%2Ftwo.md">Two</a></p>')
  })

  it.each([
    [
      'a button',
      '{{< button href="https://a.example/" >}}Go{{< /button >}}',
      '<p><a href="https://a.example/">Go</a></p>',
    ],
    ['tabs', '{{< tabs >}}{{< tab "One" >}}x{{< /tab >}}{{< /tabs >}}', '<p><strong>One</strong></p><p>x</p>'],
    ['formulas in a shortcode', '{{< katex >}}$x$ {{< /katex >}}', /^<p><math data-tex="x">.*<\/p>$/],
    [
      'a card of a repository',
      '::github{repo="a/b"}',
      '<p><a href="https://github.com/a/b">https://github.com/a/b</a></p>',
    ],
  ])('has %s', async (name, body, expected) => {
    const made = await html(`hugo ${name}`, 'content/posts/one.md', body, { 'hugo.toml': '' })
    expect(made.html).toEqual(typeof expected === 'string' ? expected : expect.stringMatching(expected))
    expect(made.lost).toEqual([])
  })

  it('marks lines, draws with Mermaid, and gives blocks attributes', async () => {
    const made = await html(
      'hugo body',
      'content/posts/one.md',
      '```go {linenos=table,hl_lines=[2,"4-5"]}\nx\n```\n\n{{< mermaid >}}\na-->b\n{{< /mermaid >}}\n\nWords\n{.lead #id}',
      { 'hugo.toml': '' },
    )
    expect(made.html).toBe(
      '<pre data-lines="2,4-5"><code class="language-go">x</code></pre><pre><code class="language-mermaid">a--&gt;b</code></pre><p>Words</p>',
    )
  })
})

describe('MDX', () => {
  const mdx = (name: string, body: string, others = {}) => html(name, 'src/content/blog/one.mdx', body, others)

  it('shows pictures that are imported', async () => {
    const body = `import local from './a.png'\n\n<Image src={local} alt={\`A\`} />\n\n<img src={local.src} alt="B" />`
    const made = await mdx('mdx pictures', body, { 'src/content/blog/a.png': 'x' })
    expect(made).toMatchObject({ pictures: { found: ['src/content/blog/a.png'], missing: [] }, lost: [] })
    expect(made.html).toMatch(/^<img src="[^"]+" alt="A"><img src="[^"]+" alt="B">$/)
  })

  it.each([
    [
      'nothing of a function with blank lines',
      'export function A() {\n  return <div>\n\n    x\n\n  </div>\n}\n\nWords',
      '<p>Words</p>',
    ],
    [
      'what stands below a player',
      '<video src="https://a.example/a.mp4" loop />\n\nWords',
      '<p><video src="https://a.example/a.mp4" controls=""></video></p><p>Words</p>',
    ],
    ['what is indented in a component', '<Box>\n    Words\n</Box>', '<p>Words</p>'],
    ['spaces and texts in braces', "Some{' '}\nwords {'here'}", '<p>Some words here</p>'],
    ['links', '<Link href="https://a.example/">A</Link>', '<p><a href="https://a.example/">A</a></p>'],
    [
      'embeds',
      '<Tweet id="1453110110599868418" />',
      '<p><a href="https://x.com/i/status/1453110110599868418">https://x.com/i/status/1453110110599868418</a></p>',
    ],
    [
      'captions',
      '<BlogImage src="https://a.example/a.png" alt="A" caption="C" />',
      '<figure><img src="https://a.example/a.png" alt="A"><figcaption>C</figcaption></figure>',
    ],
  ])('keeps %s', async (name, body, expected) => {
    expect((await mdx(`mdx ${name}`, body)).html).toBe(expected)
  })

  it.each([
    [
      'what an expression says plainly',
      'In {2024}, {"by"} {`me`}: {frontmatter.title}',
      '<p>In 2024, by me: One</p>',
      [],
    ],
    [
      'no expression that would be run',
      'A {year()} b {x && <p>c</p>}',
      '<p>A b</p>',
      ['Code that is not run: {year()}', 'Code that is not run: {x && <p>c</p>}'],
    ],
    [
      'signs that are none',
      '\\{a\\} `{b}` $\\frac{1}{2}$ {c',
      /^<p>\{a\} <code>\{b\}<\/code> <math data-tex="\\frac\{1\}\{2\}">.*<\/math> \{c<\/p>$/,
      [],
    ],
    [
      'Markdown in a block',
      '<div className="x">\n  **a**\n</div>\n[b](https://b.example/)',
      '<div><p><strong>a</strong></p></div><p><a href="https://b.example/">b</a></p>',
      [],
    ],
    [
      'names of tabs',
      '<Tabs><TabItem value="a" label="Apple">\n\nx\n\n</TabItem></Tabs>',
      '<p><strong>Apple</strong></p><p>x</p>',
      [],
    ],
  ])('keeps %s', async (name, body, expected, lost) => {
    const made = await mdx(`mdx ${name}`, body)
    expect(made.html).toEqual(typeof expected === 'string' ? expected : expect.stringMatching(expected))
    expect(made.lost).toEqual(lost)
  })

  it('braces are signs in Markdown', async () => {
    expect((await html('next braces', '_posts/one.md', 'A {set} of <b>x</b>', { 'next.config.js': '' })).html).toBe(
      '<p>A {set} of <b>x</b></p>',
    )
  })

  it('Next: pages that say of themselves what they export', async () => {
    const { items } = await read('next-app', {
      'next.config.mjs': '',
      'app/(site)/blog/first/page.mdx':
        "import A from './a'\n\nexport const metadata = {\n  title: 'First',\n  date: '2024-01-02',\n  tags: ['a', 'b'],\n}\n\n# First\n\nx\n",
      'app/blog/posts/second.mdx': "import A from './a'\n\n# Second one\n\nx\n",
    })
    expect(items).toMatchObject([
      {
        title: 'First',
        date: '2024-01-02T00:00:00.000Z',
        tech: ['a', 'b'],
        path: '/blog/first',
        html: '<p>x</p>',
        lost: [],
      },
      { title: 'Second one', path: '/blog/second', html: '<p>x</p>' },
    ])
  })

  it('is what Docusaurus reads in .md, with paths from its root', async () => {
    const made = await html(
      'docusaurus',
      'blog/2020-01-02-one.md',
      '![a](@site/static/a.png)\n\n<img src={require("./b.png").default} alt="B" />\n\n![c](pathname:///a.png)',
      { 'docusaurus.config.js': '', 'static/a.png': 'x', 'blog/b.png': 'x' },
    )
    expect(made).toMatchObject({ lost: [], pictures: { found: ['static/a.png', 'blog/b.png'], missing: [] } })
  })

  it('has articles among the pages of Astro, and drafts that begin with a line', async () => {
    const { items } = await read('astro', {
      'astro.config.mjs': "export default defineConfig({\n  site: 'https://s.example.net',\n})\n",
      'src/pages/posts/one.md': '---\ntitle: One\npubDate: 2022-07-01\nimage: {url: /a.png, alt: A}\n---\n# One\n\nx\n',
      'src/content/blog/_two.md': post('[One](/posts/one/)'),
    })
    expect(items.map(({ kind, status }) => [kind, status])).toEqual([
      ['note', 'draft'],
      ['note', 'published'],
    ])
    expect(items[1]?.html).toBe('<figure><img src="https://s.example.net/a.png" alt="A"></figure><p>x</p>')
  })
})

describe('Hexo', () => {
  it('has posts in HTML, a picture above the text, and files in a folder of its name', async () => {
    const { items } = await read('hexo', {
      '_config.yml': 'url: https://x.example.net\npermalink: :year/:title.html\n',
      'source/_posts/a.html': post('<p>x</p>'),
      'source/_posts/c.md': post('![x](p.png)\n\n```\n{% raw %}\n```', 'photos:\n- /1.jpg\n- /2.jpg\n'),
      'source/_posts/c/p.png': 'x',
      'source/1.jpg': 'x',
    })
    expect(items.map(({ title, path }) => [title, path])).toEqual([
      ['One', '/2020/a.html'],
      ['One', '/2020/c.html'],
    ])
    expect(items[1]?.pictures).toEqual({
      found: ['source/1.jpg', 'source/_posts/c/p.png'],
      missing: [],
    })
    expect(items[1]?.html).toContain('<pre><code>{% raw %}</code></pre>')
  })

  it.each([
    ['{% asset_img a.png What it shows %}', 'alt="What it shows"'],
    [`{% img /a.png 200 100 "Title 'What it shows'" %}`, 'alt="What it shows"'],
    ['{% link Words https://a.example/ true %}', '<a href="https://a.example/">Words</a>'],
    ['[x]({% post_path other %})', '/note/'],
  ])('reads %s', async (body, expected) => {
    const files = { 'source/_posts/other.md': post('x'), 'source/_posts/one/a.png': 'x', 'source/a.png': 'x' }
    expect((await html(`hexo ${body.length}`, 'source/_posts/one.md', body, files)).html).toContain(expected)
  })
})

describe('Pelican', () => {
  it('has dates in names, and addresses of titles', async () => {
    const { items } = await read('pelican', {
      'pelicanconf.py': "SITEURL = 'https://p.example.net'\nARTICLE_URL = 'posts/{date:%Y}/{slug}/'\n",
      'content/a.md': 'Title: Über uns!\nTags: foo, bar\nDate: 2010-12-02 10:14\n\nWords\n',
      'content/2012-11-30_b#c.md': 'Category: x\nSummary: With *emphasis*.\n\ntext\n',
      'content/pages/d.md': 'Title: D\n\nx\n',
      'theme/templates/base.html': '<html><head><title>x</title></head><body>{{ x }}</body></html>',
    })
    expect(items.map(({ path, date, tech }) => [path, date?.slice(0, 10), tech])).toEqual([
      ['/posts/2012/2012-11-30_b%23c/', '2012-11-30', []],
      ['/posts/2010/uber-uns/', '2010-12-02', ['foo', 'bar']],
      ['/pages/d.html', undefined, []],
    ])
    expect(items[0]?.about).toBe('With emphasis.')
    expect(items[1]).toMatchObject({ title: 'Über uns!', html: '<p>Words</p>' })
  })

  it('tells callouts and code by their indentation', async () => {
    const body = 'Words\n\n    :::python\n    print(1)\n\n!!! warning "Careful"\n    Hot *stuff*\n'
    const made = await html('pelican body', 'content/one.md', body, { 'pelicanconf.py': '' })
    expect(made.html).toBe(
      '<p>Words</p><pre><code class="language-python">print(1)</code></pre><aside data-callout="warning"><p><strong>Careful</strong></p><p>Hot <em>stuff</em></p></aside>',
    )
  })
})

describe('Obsidian', () => {
  it.each([
    ['[[Other\\|shown]] in a table', '| a |\n|---|\n| [[Other\\|shown]] |', '<a href="/note/Other.md">shown</a>'],
    ['a footnote in its line', 'Words^[a *note*].', '<span data-footnote="">a <em>note</em></span>'],
    ['a size behind a description', '![[p.png|A dog|30x20]]', 'alt="A dog" width="30" height="20"'],
    ['a size in a description', '![A dog|30](p.png)', 'alt="A dog" width="30"'],
    [
      'a film as a picture',
      '![](https://www.youtube.com/watch?v=dQw4w9WgXcQ)',
      '<iframe src="https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ"',
    ],
    [
      'a title with emphasis',
      '> [!tip]- A **bold** title\n> Words',
      '<p><strong>A <strong>bold</strong> title</strong></p><p>Words</p>',
    ],
  ])('has %s', async (name, body, expected) => {
    const { items } = await read(`vault ${name.length}`, {
      'One.md': body,
      'Other.md': 'x',
      'p.png': 'x',
      '.obsidian/app.json': '',
    })
    expect(items[0]?.html).toContain(expected)
  })
})

describe('a Markdown text', () => {
  it.each([
    'Draft: True',
    'status: Draft',
    'published: no',
    'isPublished: false',
    'hidden: true',
    'visibility: private',
    'public: false',
    'draft: 1',
    'state: unpublished',
  ])('is a draft by %s', async (line) => {
    const { items } = await read(`draft ${line.replace(/\W/g, '')}`, { 'one.md': post('x', `${line}\n`) })
    expect(items).toMatchObject([{ status: 'draft' }])
  })

  it('is a draft by its name, and one of Hashnode keeps what it embeds as text that is listed', async () => {
    const body = '%[https://a.example/x]\n\n![](https://a.example/p.png align="center")'
    const files = { 'draft-a.md': post('x'), 'b.md': post(body, 'cuid: c1\nslug: given\n') }
    const { items } = await read('hashnode', files, { base: 'https://h.example' })
    expect(items.map(({ status, path, identity }) => [status, path, identity])).toEqual([
      ['published', '/given', 'c1'],
      ['draft', '/draft-a', 'draft-a.md'],
    ])
    expect(items[0]?.lost.map((loss) => loss.split(',')[0])).toEqual(['An embed', 'A link as it is written'])
  })

  it('may lack the spaces behind the colons of its front matter', async () => {
    const { items } = await read('colons', { 'one.md': '---\ntitle:One\ndate:2020-01-02\n---\nx\n' })
    expect(items).toMatchObject([{ title: 'One', date: '2020-01-02T00:00:00.000Z' }])
  })

  it('may have spaces in the path of a picture', async () => {
    const made = await html('spaces', 'one.md', '![A](my pictures/grün 1.png "T")', { 'my pictures/grün 1.png': 'x' })
    expect(made.pictures).toEqual({ found: ['my pictures/grün 1.png'], missing: [] })
  })

  it('keeps the query of what it embeds, and code as it is', async () => {
    const made = await html(
      'embeds',
      'one.md',
      '{% embed https://a.example/?a=1&b=2 %}\n\n```\n{% raw %}{{ x }}{% endraw %}\n```',
    )
    expect(made.html).toBe(
      '<p><a href="https://a.example/?a=1&amp;b=2">https://a.example/?a=1&amp;b=2</a></p><pre><code>{% raw %}{{ x }}{% endraw %}</code></pre>',
    )
  })
})
