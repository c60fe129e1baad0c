import { beforeEach, describe, expect, it } from 'vitest'
import { OPERATOR } from '@/lib/access/system-actors'
import { NO_FACTS } from '@/lib/content/post-facts'
import { trashContent } from '@/lib/content-kind/server/mutations'
import { createNote, updateNote, WRITABLE_NOTES } from '@/lib/note/server/mutations'
import { createPost, updatePost, WRITABLE_POSTS } from '@/lib/post/server/mutations'
import { findQuerySchema } from '@/lib/search/input'
import { throwAwayDatabase } from '@/tests/support/unit-database'
import { refreshSearch } from './mutations'
import { find, findChoices, findNamed, findNear } from './queries'

const { database } = throwAwayDatabase()

const ask = (q: string, query: Record<string, string> = {}) => find(findQuerySchema.parse({ q, ...query }))
const titles = async (q: string, query: Record<string, string> = {}) =>
  (await ask(q, query)).results.map(({ title }) => title)

const FACTS = NO_FACTS
const note = (title: string, description = '', rest: object = {}) =>
  createNote(OPERATOR, { title, about: '', description, ...rest })
const project = (title: string, tech: string, description = 'A project.') =>
  createPost(OPERATOR, { title, description, repo: '', link: '', tech, ...FACTS, alt: '' }, undefined)

beforeEach(async () => {
  await database().note.deleteMany()
  await database().post.deleteMany()
  await database().searchWord.deleteMany()
})

describe('find', () => {
  it('orders by words held, then the title, headings and text', async () => {
    await note('One', '<p>About deadlocks only.</p>')
    await note('Two', '<p>Advisory locks. And there are deadlocks too.</p>')
    await note('Three', '<h2>Deadlocks of advisory locks</h2><p>Text.</p>')
    await note('Advisory locks and deadlocks')
    expect(await titles('deadlocks advisory')).toEqual(['Advisory locks and deadlocks', 'Three', 'Two', 'One'])
    expect(await titles('advisory locks')).toEqual(['Advisory locks and deadlocks', 'Three', 'Two'])
  })

  it('knows parts of words, signs, other spellings and stems', async () => {
    await note('Waiting', '<pre><code>const x = async/await; useEffect(); foo_bar()</code></pre>')
    await note('Sharp', '<p>Written in C# on .NET, without C++.</p>')
    await note('Plain', '<p>Only C here, in a café.</p>')
    await project('Server', 'Node.js, JavaScript')
    const expected = {
      await: 'Waiting',
      effect: 'Waiting',
      useEffect: 'Waiting',
      bar: 'Waiting',
      'C#': 'Sharp',
      'c++': 'Sharp',
      '.net': 'Sharp',
      C: 'Plain',
      cafe: 'Plain',
      nodejs: 'Server',
      'node.js': 'Server',
      waits: 'Waiting',
    }
    for (const [q, title] of Object.entries(expected)) expect(await titles(q), q).toEqual([title])
    await project('Coffee', 'Java')
    expect(await titles('java')).toEqual(['Coffee'])
  })

  it('takes a misspelt word for near ones that exist, and says so', async () => {
    await note('React in depth')
    await note('PostgreSQL and Postgres')
    for (const typo of ['raect', 'reac', 'reactt', 'rexct']) {
      const found = await ask(`${typo} depth`)
      expect(
        found.results.map(({ title }) => title),
        typo,
      ).toEqual(['React in depth'])
    }
    expect((await ask('raect depth')).replaced).toEqual([{ word: 'raect', by: ['react'] }])
    expect(await titles('postgrse')).toEqual(['PostgreSQL and Postgres'])
  })

  it('needs no extension of the database', async () => {
    await note('React in depth', '<p>Crème brûlée</p>')
    await database().$executeRaw`DROP EXTENSION pg_trgm CASCADE`
    expect(await titles('raect')).toEqual(['React in depth'])
    expect(await titles('creme')).toEqual(['React in depth'])
  })

  it('finds captions, summaries, technologies and where links lead to', async () => {
    await note(
      'A',
      '<figure><img src="https://example.org/a.png" alt="A heron"><figcaption>Wading bird</figcaption></figure>',
    )
    await note('B', '<p>See <a href="https://ohmyz.sh/guide">this</a>.</p>', { about: 'Of shells' })
    expect(await titles('heron')).toEqual(['A'])
    expect(await titles('wading')).toEqual(['A'])
    expect(await titles('https://ohmyz.sh')).toEqual(['B'])
    expect(await titles('shells')).toEqual(['B'])
  })

  it('finds nothing that is not public, at the moment of the search', async () => {
    const far = new Date(Date.now() + 3_600_000)
    const draft = await note('Secret draft', '', { status: 'draft' })
    const later = await note('Secret later', '', { publishAt: far })
    const { _id: gone } = await note('Secret trash')
    await trashContent(WRITABLE_NOTES, OPERATOR, { ids: [gone], action: 'trash' })
    expect(await ask('secret')).toMatchObject({ total: 0, results: [], replaced: [] })
    expect(await ask('sceret')).toMatchObject({ total: 0, results: [], replaced: [] })

    await database().note.update({ where: { id: later._id }, data: { publishedAt: new Date(Date.now() - 1_000) } })
    expect(await titles('secret')).toEqual(['Secret later'])
    await updateNote(OPERATOR, draft._id, { status: 'published' })
    await trashContent(WRITABLE_NOTES, OPERATOR, { ids: [gone], action: 'restore' })
    expect((await titles('secret')).sort()).toEqual(['Secret draft', 'Secret later', 'Secret trash'])
    await updateNote(OPERATOR, draft._id, { status: 'draft' })
    await trashContent(WRITABLE_NOTES, OPERATOR, { ids: [gone], action: 'trash' })
    await trashContent(WRITABLE_NOTES, OPERATOR, { ids: [gone], action: 'purge' })
    expect(await titles('secret')).toEqual(['Secret later'])
  })

  it('follows every save of a project', async () => {
    const { _id } = await project('First', 'Rust')
    await updatePost(OPERATOR, _id, { title: 'Second', tech: 'Zig' }, undefined)
    expect(await titles('rust')).toEqual([])
    expect(await titles('zig')).toEqual(['Second'])
    await trashContent(WRITABLE_POSTS, OPERATOR, { ids: [_id], action: 'trash' })
    expect(await titles('zig')).toEqual([])
  })

  it('takes a year for one of the time zone', async () => {
    await note('Fireworks', '', { publishAt: new Date('2019-12-31T23:30:00Z') })
    const found = async (year: string, zone?: string) =>
      (await find(findQuerySchema.parse({ q: 'fireworks', year }), zone)).total
    expect([await found('2019'), await found('2020')]).toEqual([1, 0])
    expect([await found('2019', 'Europe/Amsterdam'), await found('2020', 'Europe/Amsterdam')]).toEqual([0, 1])
    expect((await findChoices('Europe/Amsterdam')).years).toEqual([2020])
    expect((await findChoices()).years).toEqual([2019])
  })

  it('filters by kind, technology and year, and counts', async () => {
    await project('Boat', 'React, C')
    await note('Boat building', '', { publishAt: new Date('2020-06-01') })
    expect(await titles('boat', { kind: 'note' })).toEqual(['Boat building'])
    expect(await titles('boat', { kind: 'project' })).toEqual(['Boat'])
    expect(await titles('boat', { tech: 'react' })).toEqual(['Boat'])
    expect(await titles('boat', { tech: 'C++' })).toEqual([])
    expect(await titles('boat', { year: '2020' })).toEqual(['Boat building'])
    expect((await ask('boat', { limit: '1', page: '2' })).total).toBe(2)
    expect(await titles('boat', { limit: '1', page: '3' })).toEqual([])
  })

  it('looks for the eight rarest words of a longer text, and says which', async () => {
    await note('Why the tide gauge of Brest disagrees with every satellite that measures the ocean')
    for (const day of ['one', 'two', 'three'])
      await note(`Day ${day}`, '<p>Measures of the ocean every day, with notes.</p>')
    const pasted = 'Why the tide gauge of Brest disagrees with every satellite that measures the ocean, day by day'
    const answer = await ask(pasted)
    expect(answer.results[0]?.title).toContain('tide gauge of Brest')
    expect(answer.searched).toEqual('tide gauge Brest disagrees every satellite measures day'.split(' '))
    expect((await ask('tide gauge of Brest')).searched).toBeUndefined()
    // What nothing has takes no place from what something has.
    const typed = 'qqqq wwww zzzz xxxx vvvv kkkk jjjj tide gauge'
    expect((await ask(typed)).searched).toEqual(expect.arrayContaining(['tide', 'gauge']))
    expect((await ask(typed)).results).toHaveLength(1)
  })

  it('answers whatever is asked for', async () => {
    await note("It's 'quoted' & <i>odd</i>: a | b ! (c) \\ d")
    for (const q of [
      "'",
      '\\',
      '& |',
      '!',
      ':*',
      "a' | b",
      '東京',
      '😀',
      '%_',
      '<b>',
      'x'.repeat(100),
      "o'b's",
      'qz-wx-'.repeat(16),
      'qz-wx-'.repeat(160),
      '東京の夜'.repeat(250),
      'a b '.repeat(250),
      "it's ".repeat(200),
    ]) {
      expect((await ask(q)).results.length, q).toBeLessThanOrEqual(1)
    }
  })
})

describe('refreshSearch', () => {
  it('makes the entries that are missing, old or too many, and no others', async () => {
    const retained = await note('Kept')
    const changed = await note('Changed')
    await database().note.update({ where: { id: changed._id }, data: { title: 'By hand', version: { increment: 1 } } })
    await database().note.create({ data: { title: 'Imported' } })
    const hidden = await note('Hidden')
    await database().note.update({ where: { id: hidden._id }, data: { publishedAt: null } })
    expect(await refreshSearch()).toBe(3)
    expect(await titles('hand')).toEqual(['By hand'])
    expect(await titles('imported')).toEqual(['Imported'])
    expect(await database().searchEntry.count()).toBe(3)
    expect(await refreshSearch()).toBe(0)
    await database().searchEntry.update({ where: { id: retained._id }, data: { indexVersion: 0 } })
    expect(await refreshSearch()).toBe(1)
  })
})

describe('findQuerySchema', () => {
  it.each([
    ['q', 'x'.repeat(1_001)],
    ['near', 'x'.repeat(1_001)],
    ['q', 'a\u0000'],
    ['kind', 'page'],
    ['tech', 'x'.repeat(101)],
    ['year', 'soon'],
    ['limit', '0'],
    ['limit', '51'],
    ['page', '11'],
  ])('refuses %s %j', (name, value) => {
    expect(findQuerySchema.safeParse({ q: 'a', [name]: value }).success).toBe(false)
  })
})

describe('findNear', () => {
  it('proposes what has words a little like those of the search, else what is newest', async () => {
    await note('Kubernetes in depth')
    await note('Sourdough')
    expect(await titles('kubectlnetes')).toEqual([])
    expect((await findNear('kubectlnetes')).map(({ title }) => title)).toEqual(['Kubernetes in depth'])
    expect((await findNear('xyzzy')).map(({ title }) => title)).toEqual(['Sourdough', 'Kubernetes in depth'])
  })
})

describe('findNamed', () => {
  it('proposes what has a rare word of an address, or nearly one, and nothing by frequent ones', async () => {
    for (let day = 1; day <= 12; day += 1) await note(`Day ${day}`, '<p>There is no page such as this.</p>')
    await note('Queues are promises')
    const named = async (path: string) => (await findNamed(path, 3)).results.map(({ title }) => title)
    for (const path of [
      '/note/queues-are-promised',
      '/2019/04/a-qeues.html',
      '/note/day-of-promises',
      '/Note/QUEUES',
    ]) {
      expect(await named(path), path).toEqual(['Queues are promises'])
    }
    for (const path of ['/no/such/page', '/no/sucj/pagee', '/note/day', '/2019/04/', '/', '/%', '/\u0000', '/東京']) {
      expect(await named(path), path).toEqual([])
    }
  })
})

it('findChoices names technologies once, and the years from the last to the first', async () => {
  await project('One', 'React, C++')
  await project('Two', 'react')
  await note('Old', '', { publishAt: new Date('2023-06-01') })
  await note('Draft', '', { status: 'draft' })
  const { technologies, years } = await findChoices()
  expect(technologies).toEqual([
    { slug: 'cplusplus', name: 'C++', keys: ['cplusplus'] },
    { slug: 'react', name: 'React', keys: ['react'] },
  ])
  expect(years[0]).toBe(new Date().getUTCFullYear())
  expect(years.at(-1)).toBe(2023)
})
