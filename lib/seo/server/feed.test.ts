import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { describe, expect, it } from 'vitest'
import type { SafeHtml } from '@/lib/rich-text/safe-html'
import { type Feed, toAtom, toJsonFeed, toRss } from '@/lib/seo/server/feed'
import { parseTree, textOf } from '@/packages/convert/tree'

const parser = new XMLParser({ ignoreAttributes: false, trimValues: false, parseTagValue: false })

const TITLE = '</title> & <b>"tags"</b> ]]> \u0007 é 日本 👩‍💻'
const READ_TITLE = '</title> & <b>"tags"</b> ]]>  é 日本 👩‍💻'
const HTML =
  '<pre><code>a\n\n\nb &lt;c&gt; ]]&gt;</code></pre><p><img src="https://ada.example/a.png" alt="An engine"></p>'

const feed: Feed = {
  title: 'My Blog · Ada & Co',
  description: 'Posts by Ada.',
  pageUrl: 'https://ada.example/myblog',
  selfUrls: {
    rss: 'https://ada.example/feed.xml',
    atom: 'https://ada.example/atom.xml',
    json: 'https://ada.example/feed.json',
  },
  author: { name: 'Ada & Co', url: 'https://ada.example/about' },
  hubUrl: '',
  updatedAt: new Date('2026-04-02T08:00:00.000Z'),
  entries: [
    {
      id: '0190aaaa-0000-7000-8000-000000000001',
      url: 'https://ada.example/note/0190aaaa-0000-7000-8000-000000000001',
      title: TITLE,
      summary: 'Short & sweet',
      html: HTML as SafeHtml,
      publishedAt: new Date('2026-03-01T10:00:00.000Z'),
      updatedAt: new Date('2026-04-02T08:00:00.000Z'),
      tags: ['C&C', 'Rust'],
      image: 'https://ada.example/a.png',
    },
    {
      id: '0190aaaa-0000-7000-8000-000000000002',
      url: 'https://ada.example/note/0190aaaa-0000-7000-8000-000000000002',
      title: 'Bare',
      summary: '',
      html: '<p>x</p>' as SafeHtml,
      publishedAt: new Date('2026-02-01T10:00:00.000Z'),
      updatedAt: new Date('2026-02-01T10:00:00.000Z'),
      tags: [],
      image: null,
    },
  ],
}

describe('a feed', () => {
  it('is well-formed RSS that reads back to the very texts, blank lines of code included', () => {
    const source = toRss(feed)
    expect(XMLValidator.validate(source)).toBe(true)
    const { channel } = parser.parse(source).rss
    expect(channel).toMatchObject({
      title: feed.title,
      link: feed.pageUrl,
      description: feed.description,
      lastBuildDate: 'Thu, 02 Apr 2026 08:00:00 GMT',
      'atom:link': { '@_href': feed.selfUrls.rss, '@_rel': 'self', '@_type': 'application/rss+xml' },
    })
    expect(channel.item[0]).toMatchObject({
      title: READ_TITLE,
      link: feed.entries[0]?.url,
      guid: { '#text': 'urn:uuid:0190aaaa-0000-7000-8000-000000000001', '@_isPermaLink': 'false' },
      pubDate: 'Sun, 01 Mar 2026 10:00:00 GMT',
      'dc:creator': 'Ada & Co',
      category: ['C&C', 'Rust'],
      description: 'Short &amp; sweet',
      'content:encoded': HTML,
    })
    expect(channel.item[1]).not.toHaveProperty('description')
  })

  it('is well-formed Atom that reads back to the very texts', () => {
    const source = toAtom(feed)
    expect(XMLValidator.validate(source)).toBe(true)
    const atom = parser.parse(source).feed
    expect(atom).toMatchObject({
      '@_xmlns': 'http://www.w3.org/2005/Atom',
      id: feed.selfUrls.atom,
      updated: '2026-04-02T08:00:00.000Z',
      author: { name: 'Ada & Co', uri: 'https://ada.example/about' },
    })
    expect(atom.entry[0]).toMatchObject({
      title: READ_TITLE,
      id: 'urn:uuid:0190aaaa-0000-7000-8000-000000000001',
      link: { '@_rel': 'alternate', '@_href': feed.entries[0]?.url },
      published: '2026-03-01T10:00:00.000Z',
      updated: '2026-04-02T08:00:00.000Z',
      summary: 'Short & sweet',
      content: { '#text': HTML, '@_type': 'html' },
    })
  })

  it('is JSON Feed 1.1 with the same entries', () => {
    const json = JSON.parse(toJsonFeed(feed))
    expect(json).toMatchObject({
      version: 'https://jsonfeed.org/version/1.1',
      home_page_url: feed.pageUrl,
      feed_url: feed.selfUrls.json,
      authors: [feed.author],
    })
    expect(json.items[0]).toEqual({
      id: 'urn:uuid:0190aaaa-0000-7000-8000-000000000001',
      url: feed.entries[0]?.url,
      title: TITLE,
      content_html: HTML,
      summary: 'Short & sweet',
      image: 'https://ada.example/a.png',
      date_published: '2026-03-01T10:00:00.000Z',
      date_modified: '2026-04-02T08:00:00.000Z',
      tags: ['C&C', 'Rust'],
    })
  })

  it.each([
    'Why `<dialog>` beats a `<div role="dialog">`',
    'AT&T &amp; co',
    'a < b && b > c',
    '<script>alert(1)</script>',
    '&lt;b&gt; &copy; &#60;',
    "it's <!-- no --> comment, ]]> no end",
    'a\u00a0b',
  ])('shows the plain text %s as it was written, in each of its formats', (text) => {
    const [entry] = feed.entries
    const described = { ...feed, description: text, entries: entry ? [{ ...entry, title: text, summary: text }] : [] }
    const { channel } = parser.parse(toRss(described)).rss
    expect(textOf(parseTree(channel.item.description))).toBe(text)
    expect([channel.item.title, channel.description]).toEqual([text, text])
    const atom = parser.parse(toAtom(described)).feed
    // Without a type they are plain text (RFC 4287, 3.1.1).
    expect([atom.entry.title, atom.entry.summary, atom.subtitle]).toEqual([text, text, text])
    const [item] = JSON.parse(toJsonFeed(described)).items
    expect([item.title, item.summary]).toEqual([text, text])
  })

  it('without entries is still a feed', () => {
    const empty = { ...feed, entries: [] }
    expect(XMLValidator.validate(toRss(empty))).toBe(true)
    expect(XMLValidator.validate(toAtom(empty))).toBe(true)
    expect(JSON.parse(toJsonFeed(empty)).items).toEqual([])
  })
})
