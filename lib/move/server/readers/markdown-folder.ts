import { NOTE_ABOUT_MAX_CHARACTERS } from '@/lib/content/contract-limits'
import { parseDate } from '@/lib/move/server/dates'
import { sitePath } from '@/lib/move/server/html/links'
import {
  type FrontMatter,
  field,
  flagField,
  isRecord,
  listField,
  type Split,
  splitFrontMatter,
  textField,
} from '@/lib/move/server/markdown/front-matter'
import { exportedData } from '@/lib/move/server/markdown/mdx'
import { withoutLiquid } from '@/lib/move/server/markdown/shortcodes'
import { leadText, systemMarkdownToHtml, withoutPlaces } from '@/lib/move/server/markdown/to-html'
import { tagsWithin, Vault, withoutWikiLinks } from '@/lib/move/server/markdown/wiki'
import { type Kind, type Picture, type RawItem, type Reader, type Refusal, Unreadable } from '@/lib/move/server/model'
import { extensionOf, fileName, withoutExtension } from '@/lib/move/server/source/names'
import { headingWords, parentPath } from '@/lib/move/server/source/scan'
import type { Source } from '@/lib/move/server/source/source'
import { decodeText, guessRemark } from '@/lib/move/server/source/text'
import { clockAt } from '@/lib/platform/local-time'
import { attribute, elementsOf, escapeHtml, parseTree, textOf } from '@/lib/rich-text/server/tree'
import { FAMILIES, isText, nameParts } from './families'
import { siteConfig } from './site-config'

/** A Markdown text of a person is a hundredth of this. */
const FILE_MAX_BYTES = 4 * 1024 * 1024
const OTHER_TEXTS: Record<string, string> = {
  rst: 'reStructuredText',
  adoc: 'AsciiDoc',
  asciidoc: 'AsciiDoc',
  org: 'Org',
  ipynb: 'a Jupyter notebook',
  tex: 'LaTeX',
}

/** Reads a folder of Markdown, as one of the systems in `FAMILIES` has it. */
export async function readMarkdownFolder(source: Source, kind: Kind, base: string | null): Promise<Reader> {
  const family = FAMILIES[kind] ?? FAMILIES.markdown
  if (!family) throw new Unreadable(`There is no reader for ${kind}.`)
  const texts = source.paths.filter(
    (path) => isText(path) || (/\.html?$/i.test(path) && family.html?.test(path) === true),
  )
  const config = await siteConfig(source, async (path) => {
    const read = await readText(source, path)
    return 'text' in read ? read.text : ''
  })
  const vault = kind === 'obsidian' ? await readVault(source, texts) : null
  const folder = base && URL.canParse(base) ? new URL(base).pathname.replace(/\/$/, '') : config.folder
  const own = config.url && new URL(`${folder}/`, config.url).href
  const reader: Reader = { kind, site: base ?? config.url ?? source.name, base: base ?? own, items, refused: [] }

  async function* items(): AsyncIterable<RawItem> {
    reader.refused = otherFiles(source, texts)
    for (const path of texts) {
      const read = await readText(source, path)
      if ('reason' in read) {
        reader.refused.push(read)
        continue
      }
      const isPage = kind === 'pelican' && /^html?$/.test(extensionOf(path))
      const split = isPage ? splitHtml(read.text) : splitFrontMatter(read.text, { lenient: kind === 'hexo' })
      if (extensionOf(path) === 'mdx') split.data = { ...exportedData(split.body), ...split.data }
      // Other files of HTML are no texts: parts of pages, or whole ones.
      if (/^html?$/i.test(extensionOf(path)) && split.format === 'none') continue
      const role = family?.role(path, split.data, texts)
      if (!role) continue
      const made = item(path, split.data, split.body)
      made.kind = role.kind
      if (role.reason) made.remarks.push(role.reason)
      else if (kind === 'obsidian' && made.status === 'draft' && !isSaidDraft(split.data)) {
        made.remarks.push('A vault does not say what is public: it comes as a draft, unless it says `publish: true`.')
      }
      if (split.problem) made.remarks.push(split.problem)
      if (read.guessed) made.remarks.push(guessRemark(read.guessed))
      yield made
    }
  }

  function item(path: string, data: FrontMatter, body: string): RawItem {
    const lost: string[] = []
    const remarks: string[] = []
    const name = nameParts(path)
    const inName = kind === 'pelican' ? /^\d{4}-\d{2}-\d{2}/.exec(fileName(path))?.[0] : undefined
    const { date, written } = dateOf(data, inName ?? name.date, config.zone, remarks)
    const text = vault ? withoutWikiLinks(body, { vault: vault.names, file: path, lost, read: vault.read }) : body
    const isHtml = /^html?$/i.test(extensionOf(path))
    const { html, lead } = isHtml
      ? htmlText(text, { kind, file: path, lost })
      : systemMarkdownToHtml(text, { kind, file: path, lost, data })
    // What a module imports and exports stands above its heading.
    const beginning = text.slice(0, 1_000).trimStart()
    const [start = ''] = extensionOf(path) === 'mdx' ? (/^#\s.*$/m.exec(beginning) ?? []) : beginning.split('\n', 1)
    const heading = /^#\s/.test(start) ? headingWords(start) : ''
    const title = textField(data, 'title') || (kind !== 'obsidian' && kind !== 'jekyll' ? heading : '')
    const about = textField(data, 'description', 'summary', 'excerpt', 'subtitle', 'brief', 'seoDescription', 'spoiler')
    const { paths, problem } = addresses(path, data, date && clockOf(date, written))
    if (problem) lost.push(problem)
    const canonical = textField(data, 'canonical_url', 'canonicalUrl', 'canonical', 'originalURL')
    if (canonical) lost.push(`It names another address as its own: ${canonical}`)
    for (const group of ['categories', 'category', 'series']) {
      const names = listField(data, kind === 'jekyll' && group === 'categories' ? /\s+/ : /,/, group)
      if (names.length > 0) lost.push(`${group === 'series' ? 'Series' : 'Categories'}: ${names.join(', ')}`)
    }
    return {
      source: path,
      identity: textField(data, 'cuid', 'guid', 'uuid') || path,
      kind: 'note',
      title: title || titleOf(kind, path, name.slug),
      // Pelican's is a text with emphasis.
      about:
        (kind === 'pelican' && leadText(about, NOTE_ABOUT_MAX_CHARACTERS)) ||
        about ||
        leadText(lead, NOTE_ABOUT_MAX_CHARACTERS),
      html: morePictures(data) + html,
      file: path,
      paths,
      date,
      updated: parseDate(
        textField(
          data,
          'lastmod',
          'updated',
          'modified',
          'updatedDate',
          'last_modified_at',
          'modDatetime',
          'lastUpdated',
          'updatedAt',
        ),
        config.zone,
      ),
      ...statusOf(data, path, date),
      tech: [
        ...new Set([
          ...listField({ ...taxonomies(data), ...data }, family?.tags ?? /,/, 'tags', 'tag', 'keywords', 'topics'),
          ...(vault ? tagsWithin(body) : []),
        ]),
      ],
      cover: coverOf(data),
      remarks,
      lost,
    }
  }

  /** What a clock shows there, as a time in UTC: the days in addresses are of the site's zone, Hugo's as they are written. */
  function clockOf(date: Date, written: string): Date {
    if (!/\d:\d/.test(written)) return date
    if (kind === 'hugo') return parseDate(written.replace(/(?:Z|[+-]\d{2}:?\d{2}(?: [A-Z]{1,5})?)$/i, '')) ?? date
    return new Date(`${clockAt(date, config.zone)}Z`)
  }

  function addresses(path: string, data: FrontMatter, date: Date | null): { paths: string[]; problem?: string } {
    const said = family?.address(path, data, date, config) ?? null
    const own = said?.startsWith('/') ? folder + said : said
    const aliases = listField(data, /,/, 'aliases', 'alias', 'redirect_from', 'redirects')
    const parent = own ? parentPath(own) : '/'
    const all = [
      own,
      ...(kind === 'obsidian' ? [] : aliases.map((one) => (/^(?:\/|https?:)/.test(one) ? one : parent + one))),
    ]
    const wanted = all.filter((one): one is string => one !== null && one !== '')
    const paths = wanted.map(sitePath).filter((one) => one !== null)
    const refused = wanted.filter((one) => sitePath(one) === null && one !== '/')
    return {
      paths: [...new Set(paths)],
      problem: refused.length > 0 ? `Its old address cannot be kept: ${refused.join(', ')}` : undefined,
    }
  }

  function statusOf(data: FrontMatter, path: string, date: Date | null): Pick<RawItem, 'status'> & { date?: Date } {
    const said = ['status', 'state', 'visibility', 'type'].map((name) => textField(data, name).toLowerCase())
    const isDraft =
      ['draft', 'isDraft', 'private', 'unlisted', 'hidden', 'wip'].some((name) => flagField(data, name) === true) ||
      ['published', 'publish', 'isActive', 'isPublished', 'public'].some((name) => flagField(data, name) === false) ||
      // Hexo's plug-in shows such a text to those who know it.
      textField(data, 'password') !== '' ||
      said.some((word) => /^(?:drafts?|hidden|private|unlisted|unpublished|skip|pending|members|paid)$/.test(word)) ||
      family?.role(path, data, texts)?.isDraft === true ||
      (kind === 'hashnode' && /^draft-/.test(fileName(path))) ||
      (kind === 'obsidian' && flagField(data, 'publish', 'published') !== true && !said.includes('published'))
    if (isDraft) return { status: 'draft' }
    // Hugo: a text that has its date, and is to be shown only later.
    const shown = parseDate(textField(data, 'publishDate'), config.zone)
    if (shown && shown.getTime() > Date.now()) return { status: 'scheduled', date: shown }
    const expiry = parseDate(textField(data, 'expiryDate', 'unpublishdate'))
    if (expiry && expiry.getTime() < Date.now()) return { status: 'draft' }
    return { status: date && date.getTime() > Date.now() ? 'scheduled' : 'published' }
  }

  return reader
}

function isSaidDraft(data: FrontMatter): boolean {
  return flagField(data, 'draft', 'publish', 'published') !== null
}

/** As files are named: `i-dont-like-zeroes` is "I dont like zeroes". A vault's notes are called as their files. */
function titleOf(kind: Kind, path: string, slug: string): string {
  if (kind === 'obsidian') return withoutExtension(fileName(path))
  const words = slug.replace(/[-_]+/g, ' ').trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

type Dated = { date: Date | null; written: string }

function dateOf(data: FrontMatter, inName: string, zone: string, remarks: string[]): Dated {
  const names = [
    'date',
    'pubDate',
    'publishDate',
    'publishedAt',
    'pubDatetime',
    'datePublished',
    'published_at',
    'publishedOn',
    'created',
    'created_at',
    'createdAt',
    'published',
    'publish_date',
    'dateCreated',
    'posted',
  ]
  for (const name of names) {
    const written = textField(data, name)
    if (written === '') continue
    const date = parseDate(written, zone)
    if (date) return { date, written }
    if (flagField(data, name) === null) remarks.push(`Its date "${written.slice(0, 60)}" is none.`)
  }
  return { date: parseDate(inName), written: inName }
}

function coverOf(data: FrontMatter): Picture | undefined {
  const names = [
    'cover',
    'coverImage',
    'cover_image',
    'heroImage',
    'hero',
    'image',
    'images',
    'featured_image',
    'featuredImage',
    'feature_image',
    'thumbnail',
    'banner',
    'photos',
    'img',
    'ogImage',
    'featureimage',
  ]
  for (const name of names) {
    const value = field(data, name)
    const one = Array.isArray(value) ? value[0] : value
    const src = isRecord(one) ? (one.src ?? one.url ?? one.image ?? one.path ?? one.relative) : one
    if (typeof src !== 'string' || src.trim() === '' || /^(?:true|false)$/.test(src) || src.startsWith('{')) continue
    const said = isRecord(one) ? one : {}
    const alt = said.alt ?? textField(data, 'imageAlt', 'image_alt', 'coverAlt', 'cover_alt', 'heroImageAlt', 'alt')
    const caption = typeof said.caption === 'string' ? escapeHtml(said.caption) : undefined
    return { src: src.trim(), alt: typeof alt === 'string' ? alt : '', caption }
  }
  return undefined
}

type Read = { text: string; guessed: string } | Refusal

async function readText(source: Source, path: string): Promise<Read> {
  try {
    const { text, guessed } = decodeText(await source.read(path, FILE_MAX_BYTES))
    if (text.includes('\0')) return { source: path, reason: 'It is no text.' }
    return { text, guessed }
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
    return { source: path, reason: error.message }
  }
}

/** Pelican's texts as HTML: what is said of them is in the head. */
function splitHtml(text: string): Split {
  const inside = (name: string) => {
    const start = text.search(new RegExp(`<${name}[\\s>]`, 'i'))
    const [before = ''] = start === -1 ? [''] : text.slice(start).split(new RegExp(`</${name}>`, 'i'), 1)
    return before.slice(before.indexOf('>') + 1)
  }
  const [head, body] = [inside('head'), inside('body')]
  if (head === '' || body === '') return { data: {}, body: text, format: 'none' }
  const tree = parseTree(head)
  const data: FrontMatter = {}
  for (const node of elementsOf(tree)) {
    const name = attribute(node, 'name')?.toLowerCase()
    if (node.tagName === 'title') data.title = textOf(node).trim()
    // The same name again adds to it.
    if (node.tagName === 'meta' && name) {
      const said = attribute(node, 'content') ?? attribute(node, 'contents') ?? ''
      data[name] = [data[name], said].filter(Boolean).join(', ')
    }
  }
  return { data, body, format: 'yaml' }
}

function htmlText(text: string, { kind, file, lost }: { kind: Kind; file: string; lost: string[] }) {
  if (kind === 'jekyll' || kind === 'hexo') return { html: withoutLiquid(text, lost, file), lead: '' }
  return { html: kind === 'pelican' ? withoutPlaces(text) : text, lead: '' }
}

/** Zola keeps tags in a table of their own. */
function taxonomies(data: FrontMatter): FrontMatter {
  return isRecord(data.taxonomies) ? (data.taxonomies as FrontMatter) : {}
}

/** Hexo's list of pictures, less the first, which is the cover. */
function morePictures(data: FrontMatter): string {
  const [, ...others] = listField(data, /\n/, 'photos')
  return others.map((src) => `<img src="${escapeHtml(src)}">`).join('')
}

/** Files that hold something a reader may look for here, and that cannot be read as text. */
function otherFiles(source: Source, texts: string[]): Refusal[] {
  const known = new Set(texts)
  const refused: Refusal[] = []
  for (const path of source.paths) {
    if (known.has(path)) continue
    const system = OTHER_TEXTS[extensionOf(path)]
    if (system) refused.push({ source: path, reason: `It is ${system}, which is not read.` })
    else if (/projects?(?:data)?\.(?:[cm]?[jt]sx?)$/i.test(fileName(path))) {
      refused.push({ source: path, reason: 'Projects written as code cannot be read as data.' })
    }
  }
  return refused
}

async function readVault(source: Source, texts: string[]) {
  const bodies = new Map<string, string>()
  for (const path of texts) {
    const read = await readText(source, path)
    bodies.set(path, 'text' in read ? splitFrontMatter(read.text).body : '')
  }
  return { names: new Vault(source.paths), read: (path: string) => bodies.get(path) ?? '' }
}
