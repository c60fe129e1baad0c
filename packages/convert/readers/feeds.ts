import { parseDate } from '../dates'
import { sitePath, withoutTracking } from '../html/links'
import { type RawItem, type Reader, Unreadable } from '../model'
import { escaped, isRecord, wholeAddress } from '../source/scan'
import type { Source } from '../source/source'
import { guessRemark } from '../source/text'
import { childOf, childrenOf, innerMarkup, readXml, type XmlElement, xmlText } from '../source/xml'
import { attribute, elementsOf, parseTree, setAttribute, textOf, writeTree } from '../tree'
import { readJson, recordsIn, textIn, textsIn } from './json'

const DUBLIN = /^http:\/\/purl\.org\/dc\//
const TEXTUAL = /^(?:text\/|application\/xhtml\+xml|application\/xml)/
/** Of the kinds Blogger tells its entries by. */
const KIND = /schemas\.google\.com\/blogger\/[\d]+\/kind#|schemas\.google\.com\/g\/2005#kind/
const isKind = ({ attributes: { term = '', scheme = '' } }: XmlElement) => KIND.test(`${term}${scheme}`)

/** RSS 0.9 to 2.0, RSS 1.0 and Atom 0.3 and 1.0. */
export async function readFeed(
  source: Source,
  path: string,
  kind: 'rss' | 'atom',
  base: string | null,
): Promise<Reader> {
  let home = ''
  let self = ''
  let isBased = ''
  let guessed = ''
  const isHead = (parents: string[], name: string) => /^(?:channel|feed)$/.test(parents.at(-1) ?? '') && name === 'link'
  const heads = readXml(await source.stream(path), {
    isWanted: isHead,
    onGuess(encoding) {
      guessed = encoding
    },
    onStart(name, attributes) {
      if (/^(?:feed|rss|channel|RDF)$/i.test(name)) isBased ||= attributes['xml:base'] ?? ''
    },
  })
  for await (const element of heads) {
    const href = element.attributes.href ?? xmlText(element).trim()
    const relation = element.attributes.rel ?? 'alternate'
    if (relation === 'self') self ||= href
    else if (relation === 'alternate' && /^https?:/.test(href)) home ||= href
  }
  // Relative addresses start from what the feed says of itself.
  const site = base ?? (isBased || self || home)
  return {
    kind,
    site: base ?? (home || self),
    base: site || null,
    refused: [],
    async *items() {
      const isWanted = (_: string[], name: string) => name === 'item' || name === 'entry'
      let count = 0
      for await (const element of readXml(await source.stream(path), { isWanted })) {
        count += 1
        const item = element.name === 'entry' ? ofAtom(element, site, count) : ofRss(element, site, count)
        if (item && guessed) item.remarks.push(guessRemark(guessed))
        if (item) yield item
      }
    },
  }
}

/** A JSON Feed, 1 or 1.1. */
export async function readJsonFeed(source: Source, path: string, base: string | null): Promise<Reader> {
  const document = await readJson(source, path)
  if (!isRecord(document) || !Array.isArray(document.items))
    throw new Unreadable('It is no JSON Feed: it has no items.')
  const site = base ?? textIn(document, 'home_page_url', 'feed_url')
  return {
    ...{ kind: 'jsonfeed', site, base: site || null, refused: [] },
    async *items() {
      for (const [index, item] of recordsIn(document.items).entries()) {
        const text = textIn(item, 'content_text', 'summary')
        const html = textIn(item, 'content_html')
        const about = textIn(item, 'external_url')
        const image = textIn(item, 'image')
        yield made({
          ...{ index: index + 1, site, base: '', id: textIn(item, 'id'), title: textIn(item, 'title') },
          ...{ link: textIn(item, 'url'), html: html || paragraphs(text), summary: textIn(item, 'summary') },
          isSummary: html === '' && textIn(item, 'content_text') === '',
          cover: image ? { src: image } : undefined,
          date: parseDate(textIn(item, 'date_published')) ?? parseDate(textIn(item, 'date_modified')),
          updated: parseDate(textIn(item, 'date_modified')),
          tags: textsIn(item.tags),
          lost: [
            ...recordsIn(item.attachments).map((attachment) => `An attachment: ${textIn(attachment, 'url')}`),
            ...(about ? [`The page it is about: ${about}`] : []),
          ],
        })
      }
    },
  }
}

function paragraphs(text: string): string {
  return text
    .split(/\n\s*\n/)
    .filter((paragraph) => paragraph.trim() !== '')
    .map((paragraph) => `<p>${escaped(paragraph.trim()).replaceAll('\n', '<br>')}</p>`)
    .join('')
}

/** A child of a feed's own: its modules have some of the same name, such as `itunes:title` and `media:content`. */
function ownChild(item: XmlElement, name: string): XmlElement | undefined {
  const all = childrenOf(item, name)
  return all.find(({ uri }) => uri === item.uri) ?? all[0]
}

function ofRss(item: XmlElement, site: string, index: number): RawItem | null {
  const text = (name: string) => xmlText(ownChild(item, name)).trim()
  const guid = childOf(item, 'guid')
  const isAddress = guid && guid.attributes.isPermaLink !== 'false' && /^https?:/.test(xmlText(guid).trim())
  const links = childrenOf(item, 'link').map((link) => xmlText(link).trim() || (link.attributes.href ?? ''))
  // The address behind a feed's counter.
  const original = childrenOf(item, 'origLink').map((link) => xmlText(link).trim())
  const link = original[0] || links.find(Boolean) || (isAddress ? xmlText(guid).trim() : '')
  const full = xmlText(childOf(item, 'encoded')) || bodyOf(childOf(item, 'body')) || xmlText(childOf(item, 'fullitem'))
  const description = xmlText(ownChild(item, 'description')) || text('summary')
  const enclosures = childrenOf(item, 'enclosure').map(({ attributes }) => attributes)
  const isPicture = ({ type }: Record<string, string>) => type?.startsWith('image/') === true
  const cover = enclosures.find(isPicture)?.url
  return made({
    index,
    id: (guid ? xmlText(guid).trim() : '') || item.attributes['rdf:about'] || '',
    title: plain(xmlText(ownChild(item, 'title'))),
    link,
    cover: cover ? { src: cover } : undefined,
    html: full || asHtml(description),
    summary: full ? plain(description) : '',
    isSummary: full === '' && description !== '',
    date:
      parseDate(text('pubDate')) ?? parseDate(xmlText(childOf(item, 'date', DUBLIN))) ?? parseDate(text('published')),
    updated: null,
    tags: childrenOf(item, 'category')
      .concat(childrenOf(item, 'subject', DUBLIN))
      .map((tag) => plain(xmlText(tag))),
    base: item.attributes['xml:base'] ?? '',
    site,
    lost: enclosures.filter((file) => !isPicture(file) && file.url).map(({ url }) => `An enclosure: ${url}`),
  })
}

function bodyOf(element: XmlElement | undefined): string {
  return element ? innerMarkup(element) : ''
}

function ofAtom(entry: XmlElement, site: string, index: number): RawItem | null {
  const text = (name: string) => xmlText(ownChild(entry, name)).trim()
  const categories = childrenOf(entry, 'category')
  const kind = categories.find(isKind)?.attributes.term ?? ''
  const blogger = kind.replace(/^.*#/, '')
  if (blogger && blogger !== 'post' && blogger !== 'page') return null
  const links = childrenOf(entry, 'link').filter((link) => (link.attributes.rel ?? 'alternate') === 'alternate')
  const html = links.find((link) => link.attributes.type === 'text/html' && link.attributes.rel === 'alternate')
  const chosen = links.find((link) => link.attributes.rel === undefined) ?? html ?? links[0]
  const enclosures = childrenOf(entry, 'link')
    .filter((link) => link.attributes.rel === 'enclosure' && link.attributes.href)
    .map((link) => `An enclosure: ${link.attributes.href}`)
  const content = childrenOf(entry, 'content').find(({ uri }) => uri === entry.uri)
  const summary = ownChild(entry, 'summary')
  const read = content ? atomText(content) : { html: '' }
  const own = read.html || (summary ? (atomText(summary).html ?? '') : '')
  const control = childOf(entry, 'control')
  const isDraft = control !== undefined && xmlText(childOf(control, 'draft')).trim() === 'yes'
  const names = categories.filter((category) => !isKind(category))
  const item = made({
    index,
    id: text('id'),
    title: titleOf(ownChild(entry, 'title')),
    link: chosen?.attributes.href ?? xmlText(chosen).trim(),
    html: own,
    summary: content && summary ? plain(atomText(summary).html) : '',
    isSummary: !content && summary !== undefined,
    date:
      parseDate(text('published')) ??
      parseDate(text('issued')) ??
      parseDate(text('created')) ??
      parseDate(text('updated')) ??
      parseDate(text('modified')),
    updated: parseDate(text('updated')) ?? parseDate(text('modified')),
    tags: names
      .map((category) => category.attributes.label ?? category.attributes.term ?? '')
      .filter((name) => !/^https?:/.test(name)),
    base: entry.attributes['xml:base'] ?? '',
    contentBase: content?.attributes['xml:base'] ?? '',
    site,
    lost: [...enclosures, ...('problem' in read && read.problem ? [read.problem] : [])],
  })
  if (isDraft) item.status = 'draft'
  if (blogger === 'page') item.kind = 'page'
  return item
}

/** What an element of Atom holds, as HTML by its type. */
function atomText(element: XmlElement): { html: string; problem?: string } {
  const type = (element.attributes.type ?? 'text').toLowerCase()
  const mode = element.attributes.mode
  const hasElements = element.children.some((child) => typeof child !== 'string')
  if (element.attributes.src) return { html: '', problem: `Its text is elsewhere: ${element.attributes.src}` }
  if (type === 'xhtml' || type.includes('xhtml') || (hasElements && mode !== 'escaped')) {
    const div = childOf(element, 'div')
    return {
      html: innerMarkup(
        div && element.children.filter((child) => typeof child !== 'string').length === 1 ? div : element,
      ),
    }
  }
  const text = xmlText(element)
  if (mode !== 'base64' && (type === 'html' || type === 'text/html' || mode === 'escaped')) return { html: text }
  if (mode === 'base64' || (type.includes('/') && !TEXTUAL.test(type))) {
    if (!TEXTUAL.test(type)) return { html: '', problem: `Its content is no text (${type}).` }
    const decoded = Buffer.from(text, 'base64').toString('utf8')
    return { html: type === 'text/html' ? decoded : paragraphs(decoded) }
  }
  // Many that say nothing of it mean HTML.
  return { html: element.attributes.type ? paragraphs(text) : asHtml(text) }
}

function titleOf(element: XmlElement | undefined): string {
  if (!element) return ''
  const type = element.attributes.type ?? 'text'
  const isText = type === 'text' || type === 'text/plain'
  return isText && element.attributes.mode === undefined
    ? xmlText(element).replace(/\s+/g, ' ').trim()
    : plain(atomText(element).html)
}

/** A text that may be HTML or none: feeds do not say. */
function asHtml(text: string): string {
  return /<\/?[a-z][^<>]*>|&(?:#\d+|#x[\da-f]+|[a-z]+);/i.test(text) ? text : paragraphs(text)
}

function plain(html: string): string {
  return textOf(parseTree(html)).replace(/\s+/g, ' ').trim()
}

type Entry = {
  index: number
  id: string
  title: string
  link: string
  cover?: RawItem['cover']
  html: string
  summary: string
  isSummary: boolean
  date: Date | null
  updated: Date | null
  tags: string[]
  /** `xml:base` of the entry, and that of its text, which starts from it */
  base: string
  contentBase?: string
  site: string
  lost: string[]
}

function made(entry: Entry): RawItem {
  const link = withoutTracking(entry.link)
  const base = wholeAddress(entry.base, entry.site)
  const address = link ? wholeAddress(link, base ?? entry.site) : base
  const path = link ? sitePath(address ?? link) : null
  return {
    source: entry.id || link || `entry ${entry.index}`,
    identity: entry.id || link || `${entry.title} ${entry.date?.toISOString() ?? ''}`.trim(),
    kind: 'note',
    title: entry.title,
    about: entry.summary,
    original: entry.html,
    html: () => withBase(entry.html, wholeAddress(entry.contentBase ?? '', base ?? entry.site) ?? base),
    address,
    paths: path ? [path] : [],
    date: entry.date,
    updated: entry.updated,
    // A text with pictures of its own has this one among them.
    cover: /<img\b/i.test(entry.html) ? undefined : entry.cover,
    status: 'published',
    tech: [...new Set(entry.tags.filter(Boolean))],
    remarks: entry.isSummary ? ['The feed holds only a summary of it.'] : [],
    lost: entry.lost,
  }
}

/** Addresses that start from `xml:base`, which may be another place than the entry's page. */
function withBase(html: string, base: string | undefined): string {
  if (!base) return html
  const tree = parseTree(html)
  for (const node of elementsOf(tree)) {
    for (const name of ['href', 'src', 'poster']) {
      const value = attribute(node, name)
      if (value && !value.startsWith('#') && URL.canParse(value, base))
        setAttribute(node, name, new URL(value, base).href)
    }
  }
  return writeTree(tree)
}
