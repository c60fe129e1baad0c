import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { describe, expect, it, vi } from 'vitest'
import type { Listed } from '@/lib/seo/server/queries'
import { sitemapFiles } from '@/lib/seo/server/sitemap'

vi.mock('@/lib/platform/server/env', () => ({ env: () => ({ SITE_URL: 'https://ada.example' }) }))

const parser = new XMLParser({ parseTagValue: false, isArray: (name) => name === 'url' || name === 'sitemap' })

const row = (_id: string, updatedAt: string, images: string[] = []): Listed => ({
  _id,
  slug: '',
  title: '',
  summary: '',
  createdAt: new Date('2026-01-01T00:00:00.000Z'),
  updatedAt: new Date(updatedAt),
  images,
})

const listing = {
  posts: [
    row('p2', '2026-03-01T00:00:00.000Z', ['https://ada.example/a.png?x=1&y=2', 'https://ada.example/b.png']),
    row('p1', '2026-05-01T00:00:00.000Z'),
  ],
  notes: [row('n1', '2026-04-01T00:00:00.000Z')],
  technologies: [
    {
      ...{ slug: 'csharp', name: 'C#', text: '', posts: 1, notes: 0, keys: [] },
      ...{ first: new Date('2026-03-01T00:00:00.000Z'), last: new Date('2026-03-01T00:00:00.000Z') },
    },
  ],
}

describe('the site map', () => {
  it('names every page with its last change and its pictures', () => {
    const { main, parts } = sitemapFiles(listing)
    expect(parts).toEqual([])
    expect(XMLValidator.validate(main)).toBe(true)
    expect(parser.parse(main).urlset.url).toEqual([
      { loc: 'https://ada.example/', lastmod: '2026-05-01T00:00:00.000Z' },
      { loc: 'https://ada.example/projects', lastmod: '2026-05-01T00:00:00.000Z' },
      { loc: 'https://ada.example/myblog', lastmod: '2026-04-01T00:00:00.000Z' },
      { loc: 'https://ada.example/about' },
      { loc: 'https://ada.example/subscribe' },
      { loc: 'https://ada.example/tech', lastmod: '2026-05-01T00:00:00.000Z' },
      {
        loc: 'https://ada.example/post/p2',
        lastmod: '2026-03-01T00:00:00.000Z',
        'image:image': [
          { 'image:loc': 'https://ada.example/a.png?x=1&y=2' },
          { 'image:loc': 'https://ada.example/b.png' },
        ],
      },
      { loc: 'https://ada.example/post/p1', lastmod: '2026-05-01T00:00:00.000Z' },
      { loc: 'https://ada.example/note/n1', lastmod: '2026-04-01T00:00:00.000Z' },
      { loc: 'https://ada.example/tech/csharp', lastmod: '2026-03-01T00:00:00.000Z' },
    ])
  })

  it('of an empty site names the screens that are there, without a date', () => {
    const { main } = sitemapFiles({ posts: [], notes: [], technologies: [] })
    expect(parser.parse(main).urlset.url).toHaveLength(6)
    expect(main).not.toContain('lastmod')
  })

  it.each([
    ['addresses', { maxAddresses: 3 }],
    ['characters', { maxCharacters: 300 }],
  ])('is cut into parts beyond so many %s, and loses nothing', (_, limits) => {
    const whole = parser.parse(sitemapFiles(listing).main).urlset.url
    const { main, parts } = sitemapFiles(listing, limits)
    expect(parts.length).toBeGreaterThan(1)
    expect(parser.parse(main).sitemapindex.sitemap).toEqual(
      parts.map((_part, index) => ({ loc: `https://ada.example/sitemap/${index + 1}.xml` })),
    )
    expect(parts.flatMap((part) => parser.parse(part).urlset.url)).toEqual(whole)
  })

  it('holds exactly 50,000 addresses in one file, and splits at one more', () => {
    const notes = (count: number) => Array.from({ length: count }, (_, at) => row(`n${at}`, '2026-01-01T00:00:00.000Z'))
    const none = { posts: [], technologies: [] }
    expect(sitemapFiles({ ...none, notes: notes(49_994) }).parts).toEqual([])
    expect(sitemapFiles({ ...none, notes: notes(49_995) }).parts).toHaveLength(2)
  })
})
