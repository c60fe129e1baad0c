import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { pageKind } from '@/lib/cache/page-kinds'

const APP = join(import.meta.dirname, '..', '..', 'app')

/** The public addresses of the pages that are the same for everyone, each dynamic part filled with a word. */
const PUBLIC_PAGES = readdirSync(APP, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('page.tsx') && readFileSync(join(APP, file), 'utf8').includes("'force-static'"))
  .map((file) =>
    `/${file}`
      .replace(/\/\(\w+\)|\/page\.tsx$/g, '')
      .replace(/^\/home(?=\/)/, '')
      .replaceAll('/[edition]', '')
      .replaceAll(/\[\w+\]/g, 'word'),
  )

describe('the kind of a page', () => {
  it('is known for each page that is the same for everyone', () => {
    expect(PUBLIC_PAGES.length).toBeGreaterThan(7)
    // The page of every unknown path has no address of its own, and is a 404, which is never cached.
    expect(PUBLIC_PAGES.filter((path) => pageKind(path || '/') === null)).toEqual(['/unknown'])
  })

  it.each([
    ...['/', '/about', '/projects', '/projects/page/2', '/myblog', '/note/1', '/post/1', '/note/1.md', '/feed.xml'],
    ...['/projects/atom.xml', '/sitemap.xml', '/sitemap/1.xml', '/robots.txt', '/llms.txt', '/manifest.webmanifest'],
  ])('of %s is named', (path) => {
    expect(pageKind(path)).toBe('named')
  })

  it.each(['/search/C%23', '/search/a/page/2', '/profile/1', `/search/${'%C3%A9'.repeat(100)}`])(
    'of %s is invented',
    (path) => {
      expect(pageKind(path)).toBe('invented')
    },
  )

  it.each([
    ...['/new', '/adminpanel', '/settings', '/signin', '/search', '/post/update/1', '/nowhere'],
    ...['/note/1/2', '/search/a/b', '/profile', `/search/${'a'.repeat(101)}`, `/search/${'%C3%A9'.repeat(101)}`],
  ])('of %s is none', (path) => {
    expect(pageKind(path)).toBeNull()
  })
})
