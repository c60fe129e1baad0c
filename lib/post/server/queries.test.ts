import { beforeAll, expect, it } from 'vitest'
import { listPosts, pagePosts } from '@/lib/post/server/queries'
import { LIST_PAGE_SIZE, SEARCH_HITS_MAX, SEARCH_MAX_CHARACTERS } from '@/lib/texts/constants'
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
