import type { SafeHtml } from '@/lib/rich-text/safe-html'
import { escapeXml, XML_DECLARATION, xmlText } from '@/lib/seo/server/xml'
import { escapeHtml } from '@/packages/convert/tree'

/**
 * One project or note in a feed. Every address is absolute; `id` is a UUID; `html` is HTML, every other text is plain.
 */
export type FeedEntry = {
  id: string
  url: string
  title: string
  summary: string
  html: SafeHtml
  publishedAt: Date
  updatedAt: Date
  tags: string[]
  image: string | null
}

/** A feed, independent of its format. `selfUrls` has its URL in each format. */
export type Feed = {
  title: string
  description: string
  pageUrl: string
  selfUrls: { rss: string; atom: string; json: string }
  author: { name: string; url: string }
  /** Of a WebSub hub; "" for none. */
  hubUrl: string
  updatedAt: Date
  entries: FeedEntry[]
}

export type FeedFormat = keyof Feed['selfUrls']

/** An id that stays the same when the site moves to another domain. */
const urn = (id: string) => `urn:uuid:${id}`

/** One element a line; what is blank is left out. Never applied to text, which keeps its blank lines. */
const lines = (...elements: string[]) => elements.filter((element) => element !== '').join('\n')

/** For those who open it in a browser: what it is, and what is in it. */
const STYLE_SHEET = '<?xml-stylesheet type="text/css" href="/feed.css"?>\n'

const RSS_NAMESPACES =
  'xmlns:atom="http://www.w3.org/2005/Atom" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/"'

/**
 * RSS 2.0, with the whole text in content:encoded. The description of an item is HTML, every other text of RSS is plain
 * (RSS Best Practices Profile).
 */
export function toRss(feed: Feed): string {
  const items = feed.entries.map((entry) =>
    lines(
      '<item>',
      xmlText('title', entry.title),
      xmlText('link', entry.url),
      xmlText('guid', urn(entry.id), ' isPermaLink="false"'),
      xmlText('pubDate', entry.publishedAt.toUTCString()),
      xmlText('dc:creator', feed.author.name),
      ...entry.tags.map((tag) => xmlText('category', tag)),
      xmlText('description', escapeHtml(entry.summary)),
      xmlText('content:encoded', entry.html),
      '</item>',
    ),
  )
  return `${XML_DECLARATION}${STYLE_SHEET}${lines(
    `<rss version="2.0" ${RSS_NAMESPACES}>`,
    '<channel>',
    xmlText('title', feed.title),
    xmlText('link', feed.pageUrl),
    xmlText('description', feed.description),
    xmlText('lastBuildDate', feed.updatedAt.toUTCString()),
    `<atom:link href="${escapeXml(feed.selfUrls.rss)}" rel="self" type="application/rss+xml"/>`,
    feed.hubUrl === '' ? '' : `<atom:link href="${escapeXml(feed.hubUrl)}" rel="hub"/>`,
    ...items,
    '</channel>',
    '</rss>',
  )}\n`
}

/** Atom 1.0 (RFC 4287), with the whole text as HTML. */
export function toAtom(feed: Feed): string {
  const entries = feed.entries.map((entry) =>
    lines(
      '<entry>',
      xmlText('title', entry.title),
      xmlText('id', urn(entry.id)),
      `<link rel="alternate" type="text/html" href="${escapeXml(entry.url)}"/>`,
      xmlText('published', entry.publishedAt.toISOString()),
      xmlText('updated', entry.updatedAt.toISOString()),
      ...entry.tags.map((tag) => `<category term="${escapeXml(tag)}"/>`),
      xmlText('summary', entry.summary),
      xmlText('content', entry.html, ' type="html"'),
      '</entry>',
    ),
  )
  return `${XML_DECLARATION}${STYLE_SHEET}${lines(
    '<feed xmlns="http://www.w3.org/2005/Atom">',
    xmlText('title', feed.title),
    xmlText('subtitle', feed.description),
    xmlText('id', feed.selfUrls.atom),
    `<link rel="self" type="application/atom+xml" href="${escapeXml(feed.selfUrls.atom)}"/>`,
    `<link rel="alternate" type="text/html" href="${escapeXml(feed.pageUrl)}"/>`,
    feed.hubUrl === '' ? '' : `<link rel="hub" href="${escapeXml(feed.hubUrl)}"/>`,
    xmlText('updated', feed.updatedAt.toISOString()),
    `<author>${xmlText('name', feed.author.name)}${xmlText('uri', feed.author.url)}</author>`,
    ...entries,
    '</feed>',
  )}\n`
}

/** JSON Feed 1.1. */
export function toJsonFeed(feed: Feed): string {
  return JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title: feed.title,
    home_page_url: feed.pageUrl,
    feed_url: feed.selfUrls.json,
    description: feed.description,
    authors: [feed.author],
    ...(feed.hubUrl === '' ? {} : { hubs: [{ type: 'WebSub', url: feed.hubUrl }] }),
    items: feed.entries.map((entry) => ({
      id: urn(entry.id),
      url: entry.url,
      title: entry.title,
      content_html: entry.html,
      ...(entry.summary === '' ? {} : { summary: entry.summary }),
      ...(entry.image === null ? {} : { image: entry.image }),
      date_published: entry.publishedAt.toISOString(),
      date_modified: entry.updatedAt.toISOString(),
      ...(entry.tags.length === 0 ? {} : { tags: entry.tags }),
    })),
  })
}
