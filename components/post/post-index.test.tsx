import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it, vi } from 'vitest'
import { PostIndex } from '@/components/post/post-index'
import { PostList } from '@/components/post/post-list'
import { NO_FACTS } from '@/lib/content/post-facts'
import type { ShownPost } from '@/lib/post/schema'

// It needs the router of a page.
vi.mock('@/components/post/search-box', () => ({ SearchBox: () => null }))

it.each([
  ['19 projects', { total: 19 }, false],
  ['20 projects', { total: 20 }, true],
  ['20 that a search finds', { total: 20, keyword: 'Tea', isSearch: true }, false],
])('of %s the list leads to the index: %#', (_, list, isThere) => {
  const html = renderToStaticMarkup(
    <PostList posts={[]} timeZone="UTC" isMore={false} page={1} pageCount={1} ownerName="Ada" {...list} />,
  )
  expect(html.includes('href="/projects/index"')).toBe(isThere)
})

it('has a line for each project: its years, title, for whom, technologies and links', () => {
  const blank = { ...NO_FACTS, repo: '', link: '', tech: '', createdAt: '2020-05-01T00:00:00.000Z' }
  const mill = { title: 'Mill', path: '/post/1', started: '2019', ended: '2021', forWhom: 'Babbage', tech: 'Brass' }
  const posts = [
    { ...blank, _id: '1', ...mill, link: 'https://mill.example/', repo: 'https://code.example/mill' },
    { ...blank, _id: '2', title: 'Loom', path: '/post/2' },
  ] as ShownPost[]
  const html = renderToStaticMarkup(<PostIndex posts={posts} ownerName="Ada" timeZone="UTC" />)
  const rows = [...html.matchAll(/<tr.*?<\/tr>/gs)].map(([row]) =>
    [...row.matchAll(/<t[dh].*?<\/t[dh]>/gs)].map(([cell]) => cell.replace(/<[^>]+>/g, '')),
  )
  expect(rows).toEqual([
    ['Year', 'Title', 'For', 'Technologies', 'Links'],
    ['2019–2021', 'Mill', 'Babbage', 'Brass', 'ProjectCode'],
    ['2020', 'Loom', '', '', ''],
  ])
  expect([...html.matchAll(/href="([^"]+)"/g)].map(([, href]) => href).slice(-4)).toEqual([
    ...['/post/1', 'https://mill.example/', 'https://code.example/mill', '/post/2'],
  ])
})
