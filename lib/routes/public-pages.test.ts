import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ADMIN_SCREENS } from '@/lib/access/admin-screens'
import { hostPages, isTakenName, PUBLIC_PAGES, publicPageAt, REWRITES } from '@/lib/routes/public-pages'
import { ROOT } from '@/scripts/bootstrap/root.mjs'

const APP = join(ROOT, 'app')

/** The public addresses of the pages that are the same for everyone, each dynamic part filled with a word. */
const CACHED_PAGES = readdirSync(APP, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('page.tsx') && readFileSync(join(APP, file), 'utf8').includes("'force-static'"))
  .map((file) =>
    `/${file}`
      .replace(/\/(?:\(\w+\)|page\.tsx)(?=\/|$)/g, '')
      .replace(/^\/home(?=\/)/, '')
      .replace(/^\/technologies(?=\/)/, '/tech')
      .replaceAll('/[static]', '')
      .replaceAll(/\[\w+\]/g, 'word'),
  )

const nameAt = (path: string) => Object.entries(PUBLIC_PAGES).find(([, page]) => page === publicPageAt(path)?.page)?.[0]

describe('the table of public pages', () => {
  it('has a row for each page that is the same for everyone', () => {
    expect(CACHED_PAGES.length).toBeGreaterThan(7)
    // The page of every unknown path has no address of its own, and is a 404, which is never cached.
    expect(CACHED_PAGES.filter((path) => !publicPageAt(path || '/')?.page.cache)).toEqual(['/[...path]'])
  })

  it.each([
    ['/', 'home'],
    ['/projects/page/2', 'posts'],
    ['/projects/index', 'postIndex'],
    ['/projects/feed.xml', 'postRss'],
    ['/note/1.md', 'noteMarkdown'],
    ['/note/1', 'note'],
    ['/search/C%23/page/2', 'searchPosts'],
    ['/search', 'searchForm'],
    ['/tech', 'technologies'],
    ['/tech/c-sharp', 'technology'],
    ['/tech/c-sharp/feed.xml', 'technologyRss'],
    ['/api/note', 'notesCall'],
    ['/new', undefined],
    ['/note/1/2', undefined],
    ['/search/a/b', undefined],
    ['/profile', undefined],
    ['/feedxxml', 'page'],
    ['/now', 'page'],
    ['/%E6%9D%B1', 'page'],
    ['/now.md', 'pageMarkdown'],
    ['/%6Eew', undefined],
    ['/adminpanel', undefined],
    ['/settings.md', undefined],
    ['/now/1', undefined],
    ['/_next', undefined],
  ])('has for %s the row %s', (path, name) => {
    expect(nameAt(path)).toBe(name)
  })

  it('leaves no name of the first level to a page of the owner’s own', () => {
    const folders = ['', '(admin)', '(auth)', '(preview)', '(public)'].map((group) => join(APP, group))
    const names = [...folders, join(ROOT, 'public')].flatMap((folder) => readdirSync(folder))
    const screens = Object.values(ADMIN_SCREENS).map(({ path }) => path.split('/')[1] ?? '')
    // Neither a file, which has a dot, nor a folder without an address can be the end of one.
    const taken = [...names, ...screens].filter((name) => /^[\w-]+$/.test(name))
    expect(taken.length).toBeGreaterThan(40)
    expect(taken.filter((name) => !isTakenName(name))).toEqual([])
  })

  it('says which rows a page shows', () => {
    expect(publicPageAt('/note/1')?.shows).toEqual(['note:1', 'note-titles'])
    expect(publicPageAt('/note/%E6%9D%B1-caf%C3%A9')?.shows).toEqual(['note:東-café', 'note-titles'])
    expect(publicPageAt('/note/%')?.shows).toEqual(['note:%', 'note-titles'])
    expect(publicPageAt('/note/1.md')?.shows).toEqual(['note:1'])
    expect(publicPageAt('/about')?.shows).toEqual([])
  })

  it('names routes that exist, and rewrites to them', () => {
    const routes = Object.values(PUBLIC_PAGES).flatMap((page) => ('route' in page ? [page.route] : []))
    for (const route of routes) {
      const files = ['page.tsx', 'route.ts'].map((file) => join(APP, route, file))
      expect(files.some(existsSync), route).toBe(true)
    }
    expect(REWRITES).toContainEqual({ source: '/about', destination: '/about/current' })
    expect(REWRITES).toContainEqual({ source: '/search/:keyword', destination: '/search/:keyword/page/1' })
    expect(REWRITES).toContainEqual({ source: '/note/:id.md', destination: '/markdown/note/:id' })
    expect(REWRITES.map(({ source }) => source)).not.toContain('/note/:id')
  })

  it('gives a host the pages of a key: one by its address, others by their route', () => {
    expect(hostPages('note:1')).toEqual([['/note/1.md'], ['/note/1']])
    expect(hostPages('note:東')).toEqual([['/note/%E6%9D%B1.md'], ['/note/%E6%9D%B1']])
    expect(hostPages('posts')).toContainEqual(['/(public)/search/[keyword]/page/[page]', 'page'])
    expect(hostPages('posts')).toContainEqual(['/projects/feed.xml'])
    expect(hostPages('posts')).toContainEqual(['/sitemap.xml'])
    expect(hostPages('note-titles')).toContainEqual(['/(public)/note/[id]', 'page'])
  })
})
