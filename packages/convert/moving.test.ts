import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { readConverted } from '@/tests/support/read-converted'
import { HAS_SHARED_FIXTURES, MOVING_FIXTURES } from '@/tests/support/shared-fixtures'
import { smallInputs } from '@/tests/support/small-inputs'

/* Which files are articles, where they lived, and what is left of a dialect that nobody knows. */

const { read, remove } = smallInputs()
afterAll(remove)

type Read = Awaited<ReturnType<typeof read>>

const post = (title: string, body = 'Words.', more = '') =>
  `---\ntitle: ${title}\ndate: 2020-01-02\n${more}---\n${body}\n`
const published = ({ items }: Read) =>
  items.filter(({ action, status }) => action === 'create' && status === 'published').map(({ title }) => title)
const pathsOf = ({ items }: Read) =>
  Object.fromEntries(items.filter(({ action }) => action === 'create').map(({ title, paths }) => [title, paths]))

describe('what is an article', () => {
  it('is in the folders whose texts say something of themselves and have dates', async () => {
    const result = await read('repository', {
      'astro.config.mjs': '',
      'src/content/writing/one.md': post('One'),
      'src/content/writing/2019-01-01-two.md': '---\ntitle: Two\n---\nx\n',
      'src/content/writing/notes-to-self.md': '# To do\n',
      'GEMINI.md': '# Rules\n\nNever push.',
      '.cursor/rules/style.md': post('Style'),
      '.github/ISSUE_TEMPLATE/bug.md': post('Bug'),
      'workers/mail/README.md': '# Mail worker',
      'docs/setup.md': '---\ntitle: Set up\n---\nx\n',
    })
    expect(published(result)).toEqual(['Two', 'One'])
    expect(result.items.every(({ source }) => !source.startsWith('.'))).toBe(true)
    const others = result.items.filter(({ title }) => title !== 'One' && title !== 'Two')
    expect(others).toHaveLength(4)
    for (const { action, reason } of others) expect([action, reason]).toEqual(['skip', expect.stringMatching(/\w/)])
    expect(result.folders.filter(({ isTicked }) => isTicked)).toEqual([
      { path: 'src/content/writing', texts: 3, dated: 2, isTicked: true },
    ])
  })

  it('is in the folders that were chosen, and nowhere else', async () => {
    const files = { 'a/one.md': post('One'), 'b/two.md': post('Two'), 'c/three.md': '# Three\n' }
    expect(published(await read('chosen', files, { folders: ['b'] }))).toEqual(['Two'])
    expect(published(await read('chosen', files, { folders: ['a', 'b'], pages: true }))).toEqual(['One', 'Two'])
  })

  it('is told by its name where nothing has a date', async () => {
    const files = { 'one.md': '# One\n', 'README.md': '# Read me\n', 'deep/AGENTS.md': '# Agents\n' }
    expect(published(await read('undated', files))).toEqual(['One'])
  })

  it('is named with the number of files where its format is not read', async () => {
    const { refused } = await read('formats', {
      'posts/a.md': post('A'),
      ...Object.fromEntries([1, 2, 3].map((at) => [`posts/${at}.dj`, 'x'])),
      ...Object.fromEntries([1, 2].map((at) => [`posts/${at}.unheardof`, 'x'])),
      '_data/projects.yml': '- name: x\n',
    })
    expect(refused.map(({ source }) => source).sort()).toEqual([
      '_data/projects.yml',
      'posts/*.dj (3 files)',
      'posts/*.unheardof (2 files)',
    ])
  })
})

describe('where texts lived', () => {
  it('is what most links between them say', async () => {
    const result = await read('links', {
      'next.config.js': '',
      'content/thoughts/alpha.mdx': post('Alpha', 'See [b](/writing/beta) and [c](/writing/gamma/).'),
      'content/thoughts/beta.mdx': post('Beta', '<a href="/writing/gamma">c</a> [x][x]\n\n[x]: /writing/alpha'),
      'content/thoughts/gamma.mdx': post('Gamma', 'x'),
      'content/thoughts/delta.mdx': post('Delta', '[old](/2011/alpha.html)'),
    })
    expect(pathsOf(result)).toMatchObject({
      Delta: ['/writing/delta'],
      Gamma: [expect.stringMatching('/writing/gamma')],
    })
    expect(pathsOf(result).Alpha).toEqual(['/writing/alpha', '/2011/alpha.html'])
    expect(result.items.every(({ lost }) => lost.length === 0)).toBe(true)
    expect(result.items.find(({ title }) => title === 'Delta')?.html).toContain(
      'href="/note/content%2Fthoughts%2Falpha.mdx"',
    )
    expect(result.addresses).toMatchObject({ pattern: '/writing/:slug', from: '3 links between the texts' })
    expect(result.addresses?.samples).toHaveLength(3)
  })

  it('is on the site that whole addresses are of, where nothing else says which', async () => {
    const link = (name: string) => `[x](https://www.me.example/journal/${name}) [y](https://other.example/a/zz)`
    const files = {
      'a.md': post('A', link('b')),
      'b.md': post('B', link('c')),
      'c.md': post('C', link('a')),
      'd.md': post('D'),
    }
    const result = await read('host', files)
    expect(pathsOf(result).D).toEqual(['/journal/d'])
    expect(result.items[0]?.html).toBe('<p><a href="/note/b.md">x</a> <a href="https://other.example/a/zz">y</a></p>')
  })

  it('was at each address that a blog has had which moved before', async () => {
    const old = '[x](/2020/01/a.html) [y](/2020/01/b.html)'
    const files = {
      'a.md': post('A', '[x](/blog/b) [y](/blog/c) [z](/blog/d)'),
      'b.md': post('B', old),
      'c.md': post('C', '[once](/odd/a)'),
      'd.md': post('D', 'x', 'permalink: /own/d/\n'),
    }
    expect(pathsOf(await read('moved', files))).toEqual({
      A: ['/blog/a', '/2020/01/a.html', '/odd/a'],
      B: ['/blog/b', '/2020/01/b.html'],
      C: ['/blog/c', '/2020/01/c.html'],
      D: ['/own/d/', '/blog/d', '/2020/01/d.html'],
    })
    const settled = { '_config.yml': 'permalink: /:year/:title/\n', '_posts/2020-01-02-a.md': post('A', '[b](/x/b/)') }
    const moved = await read('settled', { ...settled, '_posts/2020-01-02-b.md': post('B') })
    expect(pathsOf(moved)).toEqual({ A: ['/x/a/', '/2020/a/'], B: ['/x/b/', '/2020/b/'] })
  })

  it('has days of the texts in it where links have them', async () => {
    const result = await read('days', {
      'a.md': post('A', '[b](/2020/01/b/)'),
      'b.md': post('B'),
    })
    expect(pathsOf(result)).toMatchObject({ A: ['/2020/01/a/'], B: ['/2020/01/b/'] })
  })

  it('is as most texts say of themselves, without links', async () => {
    const own = (name: string) => post(name, 'x', `permalink: /log/${name.toLowerCase()}/\n`)
    const files = { 'a.md': own('A'), 'b.md': own('B'), 'c.md': post('C') }
    expect(pathsOf(await read('own', files)).C).toEqual(['/log/c/'])
  })

  it('is as the owner says, and by the settings where links agree with them', async () => {
    const files = { 'a.md': post('A', '[b](/x/b/)'), 'b.md': post('B') }
    expect(pathsOf(await read('said', files, { addresses: '/blog/:slug/' })).A).toEqual(['/blog/a/'])
    const jekyll = {
      '_config.yml': 'permalink: /:year/:title/\n',
      '_posts/2020-01-02-a.md': post('A', '[b](/2020/b/) [c](/about/c/)'),
      '_posts/2020-01-02-b.md': post('B'),
      '_posts/2020-01-02-c.md': post('C', '[a](/2020/a/)'),
    }
    expect(pathsOf(await read('settings', jekyll)).C).toEqual(['/2020/c/', '/about/c/'])
  })

  it.each([
    [
      'zola',
      {
        'config.toml': 'base_url = "https://z.example.net"\n',
        'content/_index.md': '+++\n+++\n',
        'content/2021-03-04-a.md': '+++\ntitle = "A"\n+++\nx\n',
      },
      '/a/',
    ],
    ['quartz', { 'quartz.config.ts': '', 'content/garden/a.md': post('A') }, '/garden/a'],
    ['gatsby', { 'gatsby-config.js': '', 'content/blog/a/index.md': post('A') }, '/blog/a/'],
    ['eleventy', { '.eleventy.js': '', 'posts/a.md': post('A') }, '/posts/a/'],
  ])('is what is usual where nothing says it: %s', async (name, files, path) => {
    const result = await read(`usual-${name}`, files)
    expect([result.kind, published(result), pathsOf(result).A]).toEqual([name, ['A'], [path]])
  })
})

describe('what still looks like markup', () => {
  it.each([
    ['a tag', 'Before {% chart x %} after', 'A tag of a template'],
    ['a value', 'It costs {{ price }} today', 'What a template fills in'],
    ['a link of a wiki', 'See [[Another page]].', 'A link of a wiki'],
    ['a picture that is not defined', '![A cup][cup]', 'A picture or a link that is not defined'],
    ['a link that is none', '<div>\n[x](/y)\n</div>', 'A link as it is written'],
    ['a container', '::: {.wide}\nx', 'A container'],
    ['an element', '<my-chart>x</my-chart>', 'An element <my-chart>'],
  ])('is told, and shown as it is: %s', async (name, body, reported) => {
    const { items } = await read(`left-${name}`, { 'astro.config.mjs': '', 'src/content/blog/a.md': post('A', body) })
    expect(items[0]?.lost.join('\n')).toContain(reported)
  })

  it('is no loss in code', async () => {
    const body = '`{% a %}` and `[[b]]`\n\n```\n{{ c }} ![d][e] ](f)\n::: g\n```\n'
    const { items } = await read('left-code', { 'astro.config.mjs': '', 'src/content/blog/a.md': post('A', body) })
    expect(items[0]?.lost).toEqual([])
  })

  it('is Markdown within elements of the site, which goes on', async () => {
    const body = '<callout-warning>\n  **Hot.**\n</callout-warning>\n\n<x-box>\n\n- one\n\n</x-box>'
    const { items } = await read('left-elements', { 'next.config.js': '', 'content/blog/a.mdx': post('A', body) })
    expect(items[0]?.html).toBe(
      '<aside data-callout="warning"><p><strong>Hot.</strong></p></aside><ul><li>one</li></ul>',
    )
    expect(items[0]?.lost).toEqual(['A component that is not run: <x-box>'])
  })
})

it('values that are in what is imported are filled in, and no program is run', async () => {
  const { items } = await read('values', {
    '_config.yml': 'title: My log\nauthor:\n  name: Ada\n',
    '_data/people/ada.yml': 'mail: ada of example\n',
    '_posts/2020-01-02-a.md': post(
      'A',
      '{{ page.title }} of {{ site.author.name }}, {{ site.data.people.ada.mail }}, {{ page.x | upcase }}',
      'x: plain\n',
    ),
    '_posts/2020-01-02-b.md': post('B', '{{ page.constructor }} {{ site.missing }}'),
  })
  expect(items[0]?.html).toContain('A of Ada, ada of example, plain')
  expect(items[1]?.lost.join()).toContain('page.constructor')
})

describe('one text', () => {
  it.each([
    ['quotations without end', '> '.repeat(6_000)],
    ['emphasis without end', '*a_'.repeat(6_000)],
    ['emphasis beyond all measure', '*a **b _c'.repeat(60_000)],
    ['brackets', '[a]('.repeat(20_000)],
    ['lists', '- '.repeat(6_000)],
    ['elements', '<b>'.repeat(30_000)],
    ['tables', `|${'a|'.repeat(20_000)}\n|${'-|'.repeat(20_000)}\n`],
  ])('stops nothing but itself: %s', async (name, body) => {
    for (const extension of ['md', 'mdx']) {
      const files = { [`bad.${extension}`]: post('Bad', body), 'good.md': post('Good') }
      const { items } = await read(`hostile ${name} ${extension}`, files)
      expect(items.find(({ title }) => title === 'Good')).toMatchObject({ action: 'create', html: '<p>Words.</p>' })
    }
  })

  it('has front matter that is no YAML, of any length', async () => {
    const lines = `---\ntitle: "x\ntags:\n${'- a\n'.repeat(30_000)}---\nWords.\n`
    const { items } = await read('hostile front matter', { 'bad.md': lines, 'good.md': post('Good') })
    expect(items.find(({ title }) => title === 'Good')?.action).toBe('create')
  })

  it('has names that JavaScript has a meaning for', async () => {
    const body = '{{ page.__proto__ }} [a](/constructor) [b](/__proto__/)'
    const files = {
      'constructor.md': post('constructor', body, 'tags: [constructor, __proto__]\n'),
      '__proto__.md': post('x', body),
    }
    const { items } = await read('names', files)
    expect(items.map(({ action }) => action)).toEqual(['create', 'create'])
  })
})

/** What each folder of the shared corpus must yield. */
const EXPECTED: Record<
  string,
  { paths: Record<string, string>; lost: Record<string, RegExp>; options?: { base: string } }
> = {
  'next-repository-with-documents': { paths: { 'A real post': '/a-real-post/', One: '/one' }, lost: {} },
  'next-dates-in-names': { paths: { First: '/blog/first', Second: '/blog/second' }, lost: {} },
  'plain-with-base': {
    paths: { 'Plain one': '/blog/plain-one', 'Plain two': '/blog/plain-two' },
    lost: {},
    options: { base: 'https://me.example.net/blog/' },
  },
  'links-tell-addresses': { paths: { Boil: '/writing/boil/', Tea: '/writing/tea/' }, lost: {} },
  'eleventy-permalink-in-data': {
    paths: { 'Old habits': '/web/old-habits/', 'New habits': '/web/new-habits/' },
    lost: {},
  },
  'pelican-liquid-tags': { paths: { Waves: '/waves.html' }, lost: { Waves: /include_code[\s\S]*notebook/ } },
  'jekyll-values': { paths: { 'A page of its own': '/own/' }, lost: {} },
}

describe.skipIf(!HAS_SHARED_FIXTURES)('the shared corpus', () => {
  it.each(Object.entries(EXPECTED))('%s', async (folder, { paths, lost, options }) => {
    const result = await readConverted(join(MOVING_FIXTURES, folder), options)
    expect(published(result).sort()).toEqual(Object.keys(paths).sort())
    for (const { title, paths: found, lost: reported, action, html } of result.items) {
      if (action !== 'create') continue
      const [path = ''] = found
      expect(path.replace(/\/$/, ''), title).toBe(paths[title]?.replace(/\/$/, ''))
      if (lost[title]) expect(reported.join('\n')).toMatch(lost[title])
      else expect(reported).toEqual([])
      for (const [, href] of html.matchAll(/<a href="([^"]+)"/g)) expect(href).toMatch(/^\/note\/|^https:\/\/docs\./)
    }
    expect(result.items.every(({ source }) => !source.startsWith('.'))).toBe(true)
  })

  it('has a picture and a film in Liquid, and values in a heading', async () => {
    const waves = await readConverted(join(MOVING_FIXTURES, 'pelican-liquid-tags'))
    expect(waves.items[0]?.html).toMatch(
      /<img src="[^"]+" alt="A wave">[\s\S]*youtube-nocookie\.com\/embed\/dQw4w9WgXcQ/,
    )
    const own = await readConverted(join(MOVING_FIXTURES, 'jekyll-values'))
    expect(own.items[0]).toMatchObject({ pictures: { found: ['img/2020/cup.png'] } })
    expect(own.items[0]?.html).toMatch(/^(?:<h1>A page of its own<\/h1>)?<p><img/)
  })
})
