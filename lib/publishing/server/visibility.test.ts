import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { OPERATOR } from '@/lib/access/system-actors'
import { NO_FACTS } from '@/lib/content/post-facts'
import { deleteContent } from '@/lib/content-kind/server/mutations'
import { getContent, getContentAsAdmin, listContent, listContentAsAdmin } from '@/lib/content-kind/server/queries'
import { createNote, updateNote, WRITABLE_NOTES } from '@/lib/note/server/mutations'
import { getNotePage, NOTES, pageNotes } from '@/lib/note/server/queries'
import { createPost, WRITABLE_POSTS } from '@/lib/post/server/mutations'
import { listPosts, listPostsAsAdmin, listRecentPosts, POSTS, pagePosts } from '@/lib/post/server/queries'
import { databaseNow, untilNextPublication } from '@/lib/publishing/server/visibility'
import type { Publishing } from '@/lib/publishing/status'
import { findShareCard, listEverything } from '@/lib/seo/server/queries'
import { EXPECT_MS } from '@/tests/runner/time-limits'
import { throwAwayDatabase } from '@/tests/support/unit-database'

const DAY_MS = 24 * 60 * 60 * 1_000

vi.mock('@/lib/platform/server/env', () => ({ env: () => ({ SITE_URL: 'https://ada.example' }) }))

const { database } = throwAwayDatabase()

const days = (count: number) => new Date(Date.now() + count * DAY_MS)

/** Two public ones, so that each has a neighbour, and one of every other state. */
const STATES: Array<[string, Publishing]> = [
  ['old', { publishAt: days(-10) }],
  ['new', {}],
  ['draft', { status: 'draft' }],
  ['scheduled', { publishAt: days(1) }],
  ['trashed', {}],
  ['trashed draft', { status: 'draft' }],
]
const HIDDEN = ['draft', 'scheduled', 'trashed', 'trashed draft']

const notes = new Map<string, string>()
const posts = new Map<string, string>()

beforeAll(async () => {
  for (const [title, publishing] of STATES) {
    const note = await createNote(OPERATOR, { title, about: '', description: '<p>Same text</p>', ...publishing })
    const fields = { title, description: 'Same text', repo: '', link: '', tech: 'Same', ...NO_FACTS, alt: '' }
    const post = await createPost(OPERATOR, { ...fields, ...publishing }, undefined)
    notes.set(title, note._id)
    posts.set(title, post._id)
    if (!title.startsWith('trashed')) continue
    await deleteContent(WRITABLE_NOTES, OPERATOR, note._id)
    await deleteContent(WRITABLE_POSTS, OPERATOR, post._id)
  }
})

afterEach(() => vi.useRealTimers())

const idOf = (ids: Map<string, string>, title: string) => ids.get(title) ?? ''
const titles = (rows: Array<{ title: string }>) => rows.map(({ title }) => title)

describe('what everybody sees', () => {
  it.each([
    ['the clock of the site is right', 0],
    ['the clock of the site is a day and more ahead', 1.5],
    ['the clock of the site is two days behind', -2],
  ])('is public by the clock of the database, while %s', async (_, off) => {
    vi.useFakeTimers({ toFake: ['Date'], now: days(off) })
    const newestFirst = ['new', 'old']
    expect(titles(await listContent(NOTES, {}))).toEqual(['old', 'new'])
    expect(await pageNotes({})).toMatchObject({ total: 2, notes: newestFirst.map((title) => ({ title })) })
    expect(titles(await listPosts({}))).toEqual(['old', 'new'])
    expect(titles(await listPosts({ keyword: 'same' }))).toEqual(['old', 'new'])
    expect(titles(await listRecentPosts(6))).toEqual(newestFirst)
    for (const query of [{}, { keyword: 'same' }]) {
      expect(await pagePosts(query)).toMatchObject({ total: 2, posts: newestFirst.map((title) => ({ title })) })
    }
    const everything = await listEverything()
    expect([titles(everything.notes), titles(everything.posts)]).toEqual([newestFirst, newestFirst])
    const [newer, older] = newestFirst.map((title) => idOf(notes, title))
    expect(await getNotePage(newer ?? '')).toMatchObject({
      previous: { _id: older },
      next: null,
      // It is named as the previous one.
      related: [],
    })
    expect(await getNotePage(older ?? '')).toMatchObject({ previous: null, next: { _id: newer } })

    // What is published now is public at once, whatever the site believes the time to be.
    const { _id } = await createNote(OPERATOR, { title: 'now', about: '', description: '' })
    expect(await getContent(NOTES, _id)).not.toBeNull()
    await deleteContent(WRITABLE_NOTES, OPERATOR, _id)
  })

  it.each(HIDDEN)('is nothing of what is %s', async (title) => {
    const [note, post] = [idOf(notes, title), idOf(posts, title)]
    expect([await getContent(NOTES, note), await getNotePage(note), await getContent(POSTS, post)]).toEqual([
      null,
      null,
      null,
    ])
    expect([await findShareCard('note', note), await findShareCard('post', post)]).toEqual([null, null])
  })

  it('tells nobody that there is a draft, not even as the place a list goes on from', async () => {
    for (const title of ['draft', 'scheduled']) {
      await expect(listContent(NOTES, { after: idOf(notes, title) })).rejects.toMatchObject({ kind: 'unprocessable' })
      await expect(listPosts({ after: idOf(posts, title) })).rejects.toMatchObject({ kind: 'unprocessable' })
    }
    // Where a list went on from goes to the trash while it is read.
    expect(titles(await listContent(NOTES, { after: idOf(notes, 'trashed') }))).toEqual([])
    expect(titles(await listContent(NOTES, { after: idOf(notes, 'old') }))).toEqual(['new'])
  })
})

describe('what admins see', () => {
  it('is what they ask for, oldest first, with drafts at the end', async () => {
    const all = ['old', 'new', 'scheduled', 'draft']
    const expected = { published: ['old', 'new'], draft: ['draft'], scheduled: ['scheduled'], all } as const
    for (const [status, rows] of Object.entries(expected)) {
      const query = { status: status as keyof typeof expected }
      expect(titles(await listContentAsAdmin(NOTES, OPERATOR, query))).toEqual(rows)
      expect(titles(await listPostsAsAdmin(OPERATOR, query))).toEqual(rows)
    }
    expect(titles(await listContentAsAdmin(NOTES, OPERATOR, {}))).toEqual(['old', 'new'])
    let after: string | undefined
    for (const title of all) {
      const [row] = await listPostsAsAdmin(OPERATOR, { status: 'all', limit: 1, after })
      expect(row?.title).toBe(title)
      after = row?._id
    }
    expect(await listPostsAsAdmin(OPERATOR, { status: 'all', after })).toEqual([])
  })

  it('is the date of publishing, and the age of a draft', async () => {
    const scheduled = await getContentAsAdmin(NOTES, OPERATOR, idOf(notes, 'scheduled'))
    expect(scheduled).toMatchObject({ status: 'scheduled', createdAt: scheduled?.publishAt })
    const draft = await getContentAsAdmin(NOTES, OPERATOR, idOf(notes, 'draft'))
    expect(draft).toMatchObject({ status: 'draft', publishAt: null })
    expect(Math.abs(Date.parse(draft?.createdAt ?? '') - Date.now())).toBeLessThan(60_000)
    expect(await getContentAsAdmin(NOTES, OPERATOR, idOf(notes, 'trashed'))).toBeNull()
  })
})

describe('time alone', () => {
  it('makes public what was scheduled, and says how long that takes', async () => {
    const { _id } = await createNote(OPERATOR, { title: 'soon', about: '', description: '', publishAt: days(0.5) })
    const until = await untilNextPublication()
    expect(until).toBeGreaterThan(DAY_MS / 2 - 60_000)
    expect(until).toBeLessThanOrEqual(DAY_MS / 2)

    const publishAt = new Date((await databaseNow(database())).getTime() + 3_000)
    await updateNote(OPERATOR, _id, { publishAt })
    expect(await untilNextPublication()).toBeLessThanOrEqual(3_000)
    await vi.waitUntil(() => getContent(NOTES, _id), { interval: 10, timeout: EXPECT_MS })
    expect(await databaseNow(database())).toSatisfy((now) => now >= publishAt)
    // Its page has changed by then, although nobody has written since.
    const [listed] = (await listEverything()).notes
    expect(listed).toMatchObject({ _id, createdAt: publishAt, updatedAt: publishAt })
    await deleteContent(WRITABLE_NOTES, OPERATOR, _id)
  })

  it('has nothing to wait for where what is scheduled is in the trash', async () => {
    await deleteContent(WRITABLE_NOTES, OPERATOR, idOf(notes, 'scheduled'))
    await deleteContent(WRITABLE_POSTS, OPERATOR, idOf(posts, 'scheduled'))
    expect(await untilNextPublication()).toBeNull()
  })
})
