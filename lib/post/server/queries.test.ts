import { beforeAll, expect, it } from 'vitest'
import { countHitsOfTechnologies, getPostPage, listPosts, listRecentPosts, pagePosts } from '@/lib/post/server/queries'
import { LIST_PAGE_SIZE, SEARCH_HITS_MAX } from '@/lib/texts/constants'
import { SEARCH_MAX_CHARACTERS } from '@/lib/texts/frame-constants'
import { throwAwayDatabase } from '@/tests/support/unit-database'

const { database } = throwAwayDatabase()

beforeAll(async () => {
  await database().post.createMany({
    data: Array.from({ length: SEARCH_HITS_MAX + 200 }, (_, n) => ({
      title: `Project ${n}`,
      description: 'What it does',
      tech: n === 7 ? 'Zig' : 'Go, Rust',
    })),
  })
})

it('the list says how many projects there are, however many', async () => {
  expect(await pagePosts({})).toMatchObject({ total: SEARCH_HITS_MAX + 200, isMore: false })
})

it('a search counts its hits up to a bound, and ends with the page of the last one counted', async () => {
  const pageCount = Math.ceil(SEARCH_HITS_MAX / LIST_PAGE_SIZE)
  const first = await pagePosts({ keyword: 'go' })
  expect(first).toMatchObject({ total: SEARCH_HITS_MAX, isMore: true, pageCount })
  expect(first.posts).toHaveLength(LIST_PAGE_SIZE)
  expect((await pagePosts({ keyword: 'go', page: pageCount + 1 })).posts).toEqual([])
  expect(await pagePosts({ keyword: 'zi' })).toMatchObject({ total: 1, isMore: false, pageCount: 1 })
})

it('nothing is found by more than a search takes', async () => {
  const tech = 'z'.repeat(500)
  const { id } = await database().post.create({ data: { title: 'Long', description: 'Long', tech } })
  const longest = tech.slice(0, SEARCH_MAX_CHARACTERS)
  expect((await listPosts({ keyword: ` ${longest} ` })).map((post) => post._id)).toEqual([id])
  expect(await listPosts({ keyword: `${longest}z` })).toEqual([])
  expect(await pagePosts({ keyword: `${longest}z` })).toMatchObject({ posts: [], total: 0, pageCount: 1 })
})

it('a project leads to the next older one, the oldest to the newest, and to the public notes of links from and to it', async () => {
  await database().post.deleteMany()
  const [day1, day2] = [new Date('2026-03-01'), new Date('2026-03-02')]
  const make = (title: string, publishedAt: Date | null) =>
    database().post.create({ data: { title, description: 'What it does', publishedAt }, select: { id: true } })
  const [older, newer] = [await make('Older', day1), await make('Newer', day2)]
  await make('Draft', null)
  const link = `<p>See <a href="/post/${older.id}">this</a></p>`
  await database().note.createMany({
    data: [
      { title: 'About it', description: link },
      { title: 'Not yet public', description: link, publishedAt: null },
      { title: 'In the trash', description: link, deletedAt: day2 },
      { title: 'About another', description: `<a href="/post/${newer.id}">that</a>` },
    ],
  })
  const titles = async (id: string) => {
    const page = await getPostPage(id)
    return [page?.next?.title, page?.notes.map(({ title }) => title)]
  }
  expect(await titles(newer.id)).toEqual(['Older', ['About another']])
  expect(await titles(older.id)).toEqual(['Newer', ['About it']])

  const named = await database().note.create({ data: { title: 'Named by it', slug: 'näher', description: '' } })
  const story = `<p><a href="/note/n%C3%A4her#h-a">Here</a>, <a href="/note/%00">not</a>, <a href="https://x.example/note/${named.id}">there</a></p>`
  await database().post.update({ where: { id: older.id }, data: { story } })
  expect(await titles(older.id)).toEqual(['Newer', ['Named by it', 'About it']])
  await database().note.update({ where: { id: named.id }, data: { publishedAt: null } })
  expect(await titles(older.id)).toEqual(['Newer', ['About it']])
  await database().post.deleteMany({ where: { id: newer.id } })
  expect(await getPostPage(older.id)).toMatchObject({ next: null })
})

it('pinned projects come first on the home page and in lists, the newest of them first, and not in the API', async () => {
  await database().post.deleteMany()
  const make = (day: number, isPinned: boolean) =>
    database().post.create({
      data: {
        title: `Day ${day}`,
        description: 'What it does',
        tech: 'Go',
        isPinned,
        publishedAt: new Date(2026, 2, day),
      },
    })
  for (const day of [1, 2, 3, 4]) await make(day, day < 3)
  const titles = (posts: { title: string }[]) => posts.map(({ title }) => title)
  const pinnedFirst = ['Day 2', 'Day 1', 'Day 4', 'Day 3']
  expect(titles(await listRecentPosts(3))).toEqual(pinnedFirst.slice(0, 3))
  expect(titles((await pagePosts({})).posts)).toEqual(pinnedFirst)
  expect(titles((await pagePosts({ keyword: 'go' })).posts)).toEqual(pinnedFirst)
  expect((await listRecentPosts(1))[0]).not.toHaveProperty('isPinned')
  expect(titles(await listPosts({}))).toEqual(['Day 1', 'Day 2', 'Day 3', 'Day 4'])
  await database().post.updateMany({ data: { isPinned: false } })
  expect(titles((await pagePosts({})).posts)).toEqual(['Day 4', 'Day 3', 'Day 2', 'Day 1'])
})

it('lists go by the order of the pinned ones, then by when projects were; what leads on does, too', async () => {
  await database().post.deleteMany()
  const make = (title: string, data: object) =>
    database().post.create({ data: { title, description: 'x', publishedAt: new Date('2024-06-01'), ...data } })
  await make('Old and ongoing', { started: '2010', ended: 'ongoing' })
  await make('Ended 2022', { started: '2009', ended: '2022-12' })
  await make('Ended 2023', { ended: '2023' })
  await make('Published 2024', {})
  await make('Started 2023', { started: '2023-05' })
  await make('Second pinned', { isPinned: true, pinPosition: 2, ended: 'ongoing' })
  await make('First pinned', { isPinned: true, pinPosition: 1, ended: '1999' })
  await make('Newly ongoing', { started: '2020-01-31', ended: 'ongoing' })
  await make('Ended later', { publishedAt: new Date('2099-01-01'), ended: '2030' })
  const order = [
    ...['First pinned', 'Second pinned', 'Newly ongoing', 'Old and ongoing'],
    ...['Published 2024', 'Started 2023', 'Ended 2023', 'Ended 2022'],
  ]
  const { posts } = await pagePosts({})
  expect(posts.map(({ title }) => title)).toEqual(order)
  const next = await Promise.all(posts.map(async ({ _id }) => (await getPostPage(_id))?.next?.title))
  expect(next).toEqual([...order.slice(1), order[0]])
  // What is unpinned has no place among the pinned ones any more.
  await database().post.updateMany({ where: { title: 'First pinned' }, data: { isPinned: false } })
  await database().post.updateMany({ where: { title: 'First pinned' }, data: { isPinned: true } })
  expect(await database().post.findFirst({ where: { title: 'First pinned' } })).toMatchObject({ pinPosition: 0 })
})

it('names that a technology of a public project begins with are counted, others are not', async () => {
  await database().post.deleteMany()
  const make = (tech: string, data: { publishedAt?: null; deletedAt?: Date } = {}) =>
    database().post.create({ data: { title: tech, description: 'What it does', tech, ...data } })
  await make('React, Tailwind ,100%_sure')
  await make('react native, Java')
  await make('JavaScript, Node.js, C++, Vue.js')
  await make('Vue', { publishedAt: null })
  await make('Vue', { deletedAt: new Date() })
  const names = [
    'React',
    'java',
    'AI',
    'Vue',
    'Node.js',
    'JS',
    'C',
    'Tailwind',
    '100%_sure',
    '%',
    '',
    'x'.repeat(SEARCH_MAX_CHARACTERS + 1),
  ]
  const hits = await countHitsOfTechnologies(names)
  expect(Object.fromEntries(hits)).toEqual({ React: 2, java: 1, Vue: 1, 'Node.js': 1, Tailwind: 1, '100%_sure': 1 })
  expect(await countHitsOfTechnologies([])).toEqual(new Map())
})
