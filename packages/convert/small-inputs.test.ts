import { afterAll, expect, it } from 'vitest'
import { smallInputs } from '@/tests/support/small-inputs'
import type { Kind } from './model'

/* Systems of which there is no real file to try: inputs as their documentation has them. */

const { read, remove } = smallInputs()
afterAll(remove)

it('Hexo: a post without an opening fence, with its plugins', async () => {
  const { kind, items } = await read('hexo', {
    'source/_posts/one.md':
      'title: One\ndate: 2018-7-24 23:31:06\ntags: [a, b]\n---\nText {% post_link two %}\n\n{% codeblock lang:js %}\nx\n{% endcodeblock %}\n',
    'source/_posts/two.md': '---\ntitle: Two\ndate: 2018-07-25\n---\nMore\n',
  })
  expect(kind).toBe('hexo')
  expect(items[0]).toMatchObject({
    title: 'One',
    date: '2018-07-24T23:31:06.000Z',
    tech: ['a', 'b'],
    status: 'published',
  })
  expect(items[0]?.html).toContain('language-js')
})

it('Pelican: lines of metadata, and a status', async () => {
  const { kind, items } = await read('pelican', {
    'pelicanconf.py': '',
    'content/one.md': 'Title: One\nDate: 2010-12-03 10:20\nTags: thats, awesome\nStatus: draft\n\nText\n',
  })
  expect(kind).toBe('pelican')
  expect(items).toMatchObject([
    { title: 'One', date: '2010-12-03T10:20:00.000Z', tech: ['thats', 'awesome'], status: 'draft' },
  ])
})

it.each([
  ['hugo', 'hugo.toml', '[permalinks]\nposts = "/blog/:year/:slug/"', '/blog/2020/given/', '/blog/2020/b-side/'],
  ['hugo', 'hugo.yaml', 'permalinks:\n  page:\n    posts: /:section/:slugorfilename/', '/posts/given/', '/posts/two/'],
  ['jekyll', '_config.yml', 'permalink: /b/:title.html', '/b/given.html', '/b/two.html'],
  ['hexo', '_config.yml', 'permalink: :year/:title/\ntheme: x', '/2020/given/', '/2020/two/'],
])('%s: addresses as %s has them', async (kind, config, line, one, two) => {
  const folder = { hugo: 'content/posts/', jekyll: '_posts/2020-01-02-', hexo: 'source/_posts/' }[kind] ?? ''
  const ref = kind === 'hugo' ? '{{< ref "two" >}}' : two
  const { items } = await read(
    `${kind} ${line.length}`,
    {
      [config]: `${line}\n`,
      [`${folder}one${kind === 'hugo' ? '/index' : ''}.md`]: `---\ntitle: One\ndate: 2020-01-02\nslug: given\n---\n[a](${two}#x) [b](${ref})\n`,
      [`${folder}two.md`]: '---\ntitle: "B side"\ndate: 2020-01-03\n---\nText\n',
    },
    { as: kind as Kind, base: 'https://old.example' },
  )
  expect(items.map(({ path }) => path)).toEqual([one, two])
  const here = encodeURIComponent(items[1]?.identity ?? '')
  expect(items[0]?.html).toBe(`<p><a href="/note/${here}#h-x">a</a> <a href="/note/${here}">b</a></p>`)
})

it.each([
  ['jekyll', '_config.yml', 'timezone: America/New_York', '_posts/2020-01-02-one.md', '/2020/01/02/one.html'],
  [
    'hexo',
    '_config.yml',
    'timezone: America/New_York\npermalink: :year/:month/:day/:title/',
    'source/_posts/one.md',
    '/2020/01/02/one/',
  ],
  ['hugo', 'hugo.yaml', 'permalinks: {posts: /:year/:month/:day/:slug/}', 'content/posts/one.md', '/2020/01/02/one/'],
])('%s: the day in an address is the one there, whatever it is in UTC', async (kind, config, line, file, path) => {
  const { items } = await read(`days ${kind}`, {
    [config]: `${line}\n`,
    [file]: '---\ntitle: One\ndate: 2020-01-02 23:30:00 -0500\n---\nx\n',
    [file.replace('one', 'two')]: '---\ntitle: Two\ndate: 2020-01-02\n---\nx\n',
  })
  expect(items).toMatchObject([
    { path, date: '2020-01-03T04:30:00.000Z' },
    { path: path.replace('one', 'two'), date: '2020-01-02T00:00:00.000Z' },
  ])
})

it('Jekyll: a date alone as a name', async () => {
  const { items } = await read('date-name', { '_posts/2019-05-05.md': '---\ntitle: A\n---\nx\n', '_config.yml': '' })
  expect(items).toMatchObject([{ title: 'A', date: '2019-05-05T00:00:00.000Z' }])
})

it('dev.to: front matter as its editor has it', async () => {
  const { items } = await read('devto', {
    'post.md':
      '---\ntitle: One\npublished: false\ntags: webdev, css\ncanonical_url: https://me.example/one\n---\n{% embed https://www.youtube.com/watch?v=dQw4w9WgXcQ %}\n',
  })
  expect(items).toMatchObject([{ title: 'One', status: 'draft', tech: ['webdev', 'css'] }])
  expect(items[0]?.html).toContain('dQw4w9WgXcQ')
})

it('RSS 1.0: items stand beside the channel, with dates of Dublin Core', async () => {
  const { kind, items } = await read('rdf', {
    'feed.xml': `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/"
      xmlns:dc="http://purl.org/dc/elements/1.1/"><channel rdf:about="https://a.example/"><title>T</title></channel>
      <item rdf:about="https://a.example/one"><title>One</title><link>https://a.example/one</link>
      <dc:date>2005-10-13T18:30:02Z</dc:date><description>Text</description></item></rdf:RDF>`,
  })
  expect(kind).toBe('rss')
  expect(items).toMatchObject([{ title: 'One', date: '2005-10-13T18:30:02.000Z' }])
})

it('Blogger: posts of one Atom file, without its comments and settings', async () => {
  const entry = (kind: string, title: string, more = '') =>
    `<entry><id>tag:blogger.com,1999:${title}</id><published>2012-01-02T03:04:05Z</published>
     <category scheme="http://schemas.google.com/g/2005#kind" term="http://schemas.google.com/blogger/2008/kind#${kind}"/>
     <title>${title}</title><content type="html">&lt;p&gt;Text&lt;/p&gt;</content>${more}</entry>`
  const draft = '<app:control xmlns:app="http://purl.org/atom/app#"><app:draft>yes</app:draft></app:control>'
  const { items } = await read('blogger', {
    'blog.xml': `<feed xmlns="http://www.w3.org/2005/Atom"><title>T</title>${entry('settings', 'Setting')}${entry('post', 'One')}${entry('post', 'Two', draft)}${entry('comment', 'Comment')}</feed>`,
  })
  const imported = items.filter(({ action }) => action === 'create')
  expect(imported).toMatchObject([
    { title: 'One', status: 'published' },
    { title: 'Two', status: 'draft' },
  ])
})

it('settings in a folder of what is brought say how its addresses are', async () => {
  const { items } = await read('docs', {
    'docs/_config.yml': 'url: https://d.example.net\npermalink: /:title/\n',
    'docs/_posts/2020-01-02-one.md': '---\ntitle: One\n---\nx\n',
  })
  expect(items).toMatchObject([{ path: '/one/' }])
})

it('an export is read before a feed beside it', async () => {
  const { kind, refused } = await read('export-and-feed', {
    'a.xml': '<rss version="2.0"><channel><item><title>x</title></item></channel></rss>',
    'ghost.json': JSON.stringify({ db: [{ data: { posts: [{ id: '1', title: 'One', html: '<p>x</p>' }] } }] }),
  })
  expect({ kind, refused }).toMatchObject({ kind: 'ghost', refused: [{ source: 'a.xml' }] })
})

it('JSON Resume: addresses without a scheme, repositories and technologies under other names', async () => {
  const projects = [
    { name: 'A', url: 'github.com/a/a', startDate: '2016' },
    { title: 'B', url: 'https://b.example', githubUrl: 'https://github.com/b/b', languages: ['Go'], keywords: [] },
    { title: 'C', keywords: 'x, y' },
  ]
  const { items } = await read('resume', { 'resume.json': JSON.stringify({ basics: {}, work: [], projects }) })
  expect(items.map(({ action, repo, link, tech }) => [action, repo, link, tech])).toEqual([
    ['create', 'https://github.com/a/a', '', []],
    ['create', 'https://github.com/b/b', 'https://b.example', ['Go']],
    ['create', '', '', ['x', 'y']],
  ])
})

it('Hexo: texts without an opening fence, in a folder that says nothing else', async () => {
  const { kind, items } = await read('hexo-flat', {
    'images.md': 'title: Images\ndate: 2013-12-26 22:46:49\ntags:\n---\n\nWords\n',
    'link.md': 'date: 2013-12-24 23:44:13\nlink: https://www.example.com/\n---\n\nA post without a title.',
  })
  expect(kind).toBe('hexo')
  expect(items).toMatchObject([
    { title: 'Images', date: '2013-12-26T22:46:49.000Z', html: '<p>Words</p>' },
    { title: 'Link', date: '2013-12-24T23:44:13.000Z', html: '<p>A post without a title.</p>' },
  ])
})

it('Hugo: a section that is brought by itself', async () => {
  const { kind, items } = await read('hugo-section', {
    'one.md': '+++\ntitle = "One"\ndate = 2019-01-01\n+++\nx\n',
    'undated.md': '+++\ntitle = "Undated"\n+++\nx\n',
  })
  expect({ kind, actions: items.map(({ action }) => action) }).toEqual({ kind: 'hugo', actions: ['create', 'create'] })
})

it('Jekyll: one post by itself', async () => {
  const { kind, items } = await read('jekyll-post', {
    '2020-01-02-one.md': '---\nlayout: post\ntitle: One\ncategories: [a]\n---\nx\n',
  })
  expect({ kind, path: items[0]?.path }).toEqual({ kind: 'jekyll', path: '/a/2020/01/02/one.html' })
})

it('Hexo: a text behind a password comes as a draft', async () => {
  const { items } = await read('hexo-password', {
    'source/_posts/a.md': '---\ntitle: A\ndate: 2020-01-02\npassword: secret\n---\nx\n',
    'source/_posts/b.md': '---\ntitle: B\ndate: 2020-01-02\npassword:\n---\nx\n',
  })
  expect(items.map(({ status }) => status)).toEqual(['draft', 'published'])
})

it('a site in a folder: pictures by the address they are served from, and those that are not there', async () => {
  const { items } = await read('folder', {
    '_config.yml': 'url: https://a.example.net/blog\nroot: /blog/\npermalink: :title/\n',
    'source/_posts/one.md':
      '---\ntitle: One\ndate: 2020-01-02\n---\n![a](/blog/img/a.png) ![b](https://a.example.net/blog/img/a.png) ![c](none.png)\n',
    'source/img/a.png': 'x',
  })
  expect(items).toMatchObject([{ pictures: { found: ['source/img/a.png'], missing: ['none.png'] } }])
})

it('one text that looks like Pelican among others makes no folder of Pelican', async () => {
  const others = Object.fromEntries(Array.from({ length: 6 }, (_, at) => [`${at}.md`, `# Text ${at}\n\nx\n`]))
  expect((await read('hardly-pelican', { 'a.md': 'Title: A\n\nx\n', ...others })).kind).toBe('markdown')
  expect((await read('pelican-by-lines', { 'a.md': 'Title: A\n\nx\n', 'b.md': 'Title: B\n\nx\n' })).kind).toBe(
    'pelican',
  )
})

it('Obsidian: tags within a text', async () => {
  const { items } = await read('obsidian-tags', {
    '.obsidian/app.json': '{}',
    'a.md': '---\ntags: [one]\n---\nx #two, #three/four `#code` #5 a#b #one\n',
  })
  expect(items).toMatchObject([{ tech: ['one', 'two', 'three/four'] }])
})
