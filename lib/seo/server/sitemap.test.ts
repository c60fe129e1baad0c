import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { describe, expect, it, vi } from 'vitest'
import type { Listed } from '@/lib/seo/server/queries'
import { sitemapXml } from '@/lib/seo/server/sitemap'

vi.mock('@/lib/platform/server/env', () => ({ env: () => ({ SITE_URL: 'https://ada.example' }) }))

const parser = new XMLParser({ parseTagValue: false, isArray: (name) => name === 'url' })

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
  hasCv: false,
  pages: [{ ...row('g1', '2026-02-01T00:00:00.000Z'), slug: 'now' }],
  technologies: [
    {
      ...{ slug: 'csharp', name: 'C#', text: '', posts: 1, notes: 0, months: 0, keys: [] },
      ...{ first: new Date('2026-03-01T00:00:00.000Z'), last: new Date('2026-03-01T00:00:00.000Z') },
    },
  ],
}

describe('the site map', () => {
  it('names every page with its last change and its pictures', () => {
    const main = sitemapXml(listing)
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
      { loc: 'https://ada.example/now', lastmod: '2026-02-01T00:00:00.000Z' },
      { loc: 'https://ada.example/tech/csharp', lastmod: '2026-03-01T00:00:00.000Z' },
    ])
  })

  it('names the CV once there is one', () => {
    expect(sitemapXml({ ...listing, hasCv: true })).toContain('<loc>https://ada.example/cv</loc>')
    expect(sitemapXml(listing)).not.toContain('/cv<')
  })

  it('of an empty site names the screens that are there, without a date', () => {
    const main = sitemapXml({ posts: [], notes: [], pages: [], technologies: [], hasCv: false })
    expect(parser.parse(main).urlset.url).toHaveLength(6)
    expect(main).not.toContain('lastmod')
  })

  it('holds 50,000 addresses, as many as a file may have', () => {
    const notes = Array.from({ length: 50_001 }, (_, at) => row(`n${at}`, '2026-01-01T00:00:00.000Z'))
    expect(sitemapXml({ posts: [], pages: [], technologies: [], notes, hasCv: false }).match(/<loc>/g)).toHaveLength(
      50_000,
    )
  })
})
