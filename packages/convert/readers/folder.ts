import { type AddressParts, addressBy, homeByLinks, learnAddresses, linksIn, type Reported } from '../addresses'
import { ABOUT_MAX_CHARACTERS } from '../archive/layout'
import {
  type FrontMatter,
  field,
  flagField,
  listField,
  type Split,
  splitFrontMatter,
  textField,
  yamlData,
} from '../archive/read-front-matter'
import { parseDate } from '../dates'
import { hostOf, sitePath } from '../html/links'
import { limited } from '../limited'
import { offsetAt } from '../local-time'
import { exportedData } from '../markdown/mdx'
import { withoutLiquid } from '../markdown/shortcodes'
import { leadOf, leadText, systemMarkdownToHtml } from '../markdown/to-html'
import { tagsWithin, Vault, withoutWikiLinks } from '../markdown/wiki'
import {
  type ConvertOptions,
  type FolderKind,
  type Picture,
  type RawItem,
  type Reader,
  type Refusal,
  type TextFolder,
  Unreadable,
} from '../model'
import { extensionOf, fileName, folderOf, withoutExtension } from '../source/names'
import { headingWords, isRecord, parentPath } from '../source/scan'
import type { Source } from '../source/source'
import { decodeText, guessRemark } from '../source/text'
import {
  inAddress,
  isDocument,
  isIndex,
  isMachinery,
  isNextToMain,
  isOfLists,
  isText,
  nameParts,
  ownRole,
  type Role,
  STYLES,
  SYSTEMS,
  sectionsOf,
  slugified,
  textFolder,
} from '../systems'
import { escapeHtml } from '../tree'
import { otherFiles } from './other-files'
import { type SiteConfig, siteConfig } from './site-config'

/** A Markdown text of a person is a hundredth of this. */
const FILE_MAX_BYTES = 4 * 1024 * 1024
/** Of `_data`: what templates fill in. */
const DATA_MAX_BYTES = 1024 * 1024

/** What is known of a text before it is converted. */
type Scanned = Reported & {
  path: string
  role: Exclude<Role, null>
  hasFrontMatter: boolean
  date: Date | null
  inName: boolean
  web: URL[]
}

/** Reads a folder of Markdown, as one of the systems in `SYSTEMS` has it. */
export async function readFolder(source: Source, kind: FolderKind, options: ConvertOptions): Promise<Reader> {
  const { base = null } = options
  const system = SYSTEMS[kind]
  const files = source.paths.filter(
    (path) => (isText(path) || (/\.html?$/i.test(path) && system.html?.test(path) === true)) && !isMachinery(path),
  )
  const config = await siteConfig(source, async (path) => {
    const read = await readText(source, path)
    return 'text' in read ? read.text : ''
  })
  const isWiki = kind === 'obsidian' || kind === 'quartz'
  const vault = isWiki ? await readVault(source, files) : null
  const values = await siteData(source, config)
  let home = base ?? config.url
  const folder = base && URL.canParse(base) ? new URL(base).pathname.replace(/\/$/, '') : config.folder
  const own = config.url && new URL(`${folder}/`, config.url).href
  const texts = new Map<string, Scanned>()
  const reader: Reader = {
    ...{ kind, site: home ?? source.name, base: base ?? own, items, refused: [] },
    zone: config.zone === 'UTC' ? undefined : config.zone,
  }
  for (const path of files) {
    const read = await readText(source, path)
    if (!('text' in read)) continue
    const known = confined(path, () => scanned(path, read.text))
    if (known && !('reason' in known)) texts.set(path, known)
  }
  if (home === null) {
    home = homeByLinks([...texts.values()])
    reader.base = home && `${home}/`
  }
  const host = home && hostOf(home)
  for (const { links, web } of texts.values())
    if (host) links.push(...web.filter(({ href }) => hostOf(href) === host).map(({ pathname }) => pathname))
  const isArticle = tickFolders([...texts.values()], options.folders)
  reader.folders = isArticle.folders
  const articles = [...texts.values()].filter(({ role, folder }) => role.kind === 'note' && isArticle.isTicked(folder))
  const learned = learnAddresses(articles, customAddress)
  const positions = new Map(articles.map(({ path }, at) => [path, at]))
  const forms = new Map<string, string>()
  for (const text of articles) {
    const pattern = patternOf(text)
    if (text.own === null && pattern) forms.set(pattern, `${forms.get(pattern) ?? ''}x`)
  }
  const [pattern = ''] = [...forms].sort(([, one], [, other]) => other.length - one.length)[0] ?? []
  const samples = articles.flatMap((text) => {
    const address = addressOf(text)
    const whole = address && home && URL.canParse(home) ? new URL(address, home).href : address
    return whole ? [{ title: text.parts.title || text.parts.slug, address: whole }] : []
  })
  if (samples.length > 0) {
    const links = learned.count === 1 ? '1 link' : `${learned.count} links`
    const reason = { links: `${links} between the texts`, own: 'addresses that texts say of themselves' }
    const from = options.addresses ? 'as you say' : learned.from ? reason[learned.from] : customOf()
    const middle = Math.floor(samples.length / 2)
    const shown = [samples[0], samples[middle], samples.at(-1)].filter((sample) => sample !== undefined)
    reader.addresses = { pattern, from, samples: [...new Set(shown)] }
  }

  function split(path: string, text: string): Split | null {
    const isHtml = /^html?$/i.test(extensionOf(path))
    const found = splitFrontMatter(text, { lenient: kind === 'hexo' })
    if (extensionOf(path) === 'mdx') found.data = { ...exportedData(found.body), ...found.data }
    // Other files of HTML are no texts: parts of pages, or whole ones.
    return isHtml && found.format === 'none' ? null : found
  }

  function scanned(path: string, text: string): Scanned | null {
    const found = split(path, text)
    const role = found && ownRole(path, found.data, kind)
    if (!found || !role) return null
    const { data, body, format } = found
    const name = nameParts(path)
    const { date, written } = dateOf(data, inNameOf(path, name.date), config.zone, [])
    const clock = date && clockOf(date, written)
    const { paths, web } = linksIn(body)
    return {
      ...{ path, role, date, inName: name.date !== '', hasFrontMatter: format !== 'none' },
      folder: textFolder(path),
      parts: partsOf(path, data, clock),
      own: ownAddress(path, data, clock),
      isSlugStated: textField(data, 'slug') !== '',
      ...{ links: paths, web },
    }
  }

  function partsOf(path: string, data: FrontMatter, date: Date | null): AddressParts {
    const sections = sectionsOf(path, kind)
    const stated = textField(data, 'slug')
    const title = textField(data, 'title')
    const name = nameParts(path).slug.replace(/[%?#]/g, encodeURIComponent)
    const slug = (/[/]/.test(stated) ? '' : stated) || (kind === 'pelican' && slugified(title)) || name
    const categories = listField(data, /\s+/, 'categories').concat(listField(data, /$^/, 'category'))
    const position = withoutExtension(isIndex(path) ? folderOf(path) : path)
    return {
      ...{ slug, title, date, sections, section: fileName(textFolder(path)) },
      categories: categories.map((category) => (kind === 'pelican' ? slugified(category) : category.toLowerCase())),
      path: position.replace(/^(?:content|src|source)\//, '').replaceAll(' ', '-'),
    }
  }

  /** What a text says its address is, below the folder of the site. */
  function ownAddress(path: string, data: FrontMatter, date: Date | null): string | null {
    const slug = textField(data, 'slug')
    const stated = textField(data, 'permalink', 'url', 'path', 'save_as') || (slug.includes('/') ? slug : '')
    if (/^https?:\/\//.test(stated)) return home && URL.canParse(stated) ? sitePath(stated) : null
    if (stated === '' || stated === 'false') return null
    const plain = kind === 'docusaurus' && slug.includes('/') ? `/blog/${stated}` : stated
    return folder + (addressBy(STYLES[plain] ?? plain, partsOf(path, data, date)) ?? '')
  }

  /** By the settings, else by the custom of the system. */
  function customAddress({ parts, isSlugStated }: Reported): string | null {
    const section = parts.sections.split('/')[0] ?? ''
    const stated = config.permalinks[section] ?? config.permalinks['']
    const custom = system.pattern || (base ? positionedBy(isSlugStated) : '')
    const chosen = stated ? (STYLES[stated] ?? stated) : kind === 'docusaurus' && !parts.date ? '/blog/:slug' : custom
    // Hugo's own names for the parts are of the title, once its settings use them.
    const titled = kind === 'hugo' && stated && !isSlugStated ? inAddress(parts.title) || parts.slug : parts.slug
    const address = chosen === '' ? null : addressBy(chosen, parts, titled)
    return address && folder + (kind === 'hugo' ? address.toLowerCase() : address)
  }

  function customOf(): string {
    return Object.keys(config.permalinks).length > 0 ? 'the settings of the site' : `what is usual with ${kind}`
  }

  /** Below the address the owner says: by its name, else by its file. */
  function positionedBy(isSlugStated: boolean): string {
    return isSlugStated ? '/:slug' : '/:path'
  }

  function patternOf({ folder: group, parts, isSlugStated }: Reported): string | null {
    const known = options.addresses ?? learned.patternFor(group)
    if (known) return known
    const stated = config.permalinks[parts.sections.split('/')[0] ?? ''] ?? config.permalinks['']
    return (stated && (STYLES[stated] ?? stated)) || system.pattern || (base ? positionedBy(isSlugStated) : null)
  }

  function addressOf(text: Scanned): string | null {
    if (text.own !== null) return text.own
    const known = options.addresses ?? learned.patternFor(text.folder)
    if (!known) return customAddress(text)
    const address = addressBy(known, text.parts)
    // A site in a folder often leaves it out of its links.
    const isInside = options.addresses !== undefined || address === null || address.startsWith(`${folder}/`)
    return isInside ? address : folder + address
  }

  function inNameOf(path: string, inName: string): string {
    return kind === 'pelican' ? (/^\d{4}-\d{2}-\d{2}/.exec(fileName(path))?.[0] ?? '') : inName
  }

  async function* items(): AsyncIterable<RawItem> {
    reader.refused = otherFiles(source, files)
    for (const path of files) {
      const read = await readText(source, path)
      const made = 'reason' in read ? read : confined(path, () => item(path, read))
      if (made && 'reason' in made) reader.refused.push(made)
      else if (made) yield made
    }
  }

  function item(path: string, { text, guessed }: { text: string; guessed: string }): RawItem | null {
    const known = texts.get(path)
    const found = split(path, text)
    if (!known || !found) return null
    const { data, body, problem } = found
    const remarks: string[] = []
    const role = roleOf(known)
    if (role.reason) remarks.push(role.reason)
    const { date } = dateOf(data, inNameOf(path, nameParts(path).date), config.zone, remarks)
    const status = statusOf(data, path, date, role)
    if (
      role.kind === 'note' &&
      !role.reason &&
      status.status === 'draft' &&
      kind === 'obsidian' &&
      !isStatedDraft(data)
    )
      remarks.push('A vault does not say what is public: it comes as a draft, unless it says `publish: true`.')
    if (problem) remarks.push(problem)
    if (guessed) remarks.push(guessRemark(guessed))
    const lost: string[] = []
    const { paths, problem: unusable } = addresses(known, data)
    if (unusable) lost.push(unusable)
    const canonical = textField(data, 'canonical_url', 'canonicalUrl', 'canonical', 'originalURL')
    if (canonical) lost.push(`It names another address as its own: ${canonical}`)
    const isHtml = /^html?$/i.test(extensionOf(path))
    const isMdx = extensionOf(path) === 'mdx'
    // What a module imports and exports stands above its heading.
    const beginning = body.slice(0, 1_000).trimStart()
    const [start = ''] = isMdx ? (/^#\s.*$/m.exec(beginning) ?? []) : beginning.split('\n', 1)
    const heading = /^#\s/.test(start) ? headingWords(start) : ''
    const title = textField(data, 'title') || (kind !== 'obsidian' && kind !== 'jekyll' ? heading : '')
    const about = textField(data, 'description', 'summary', 'excerpt', 'subtitle', 'brief', 'seoDescription', 'spoiler')
    return {
      ...{ source: path, identity: textField(data, 'cuid', 'guid', 'uuid') || path, kind: role.kind },
      title: title || titleOf(kind, path, known.parts.slug),
      // Pelican's is a text with emphasis.
      about:
        (kind === 'pelican' && leadText(about, ABOUT_MAX_CHARACTERS)) ||
        about ||
        leadText(isHtml ? '' : leadOf(body), ABOUT_MAX_CHARACTERS),
      original: JSON.stringify([data, body]),
      html: (losses) => html(path, data, body, losses),
      ...{ file: path, paths, date, remarks, lost },
      alsoAt: (learned.names.get(positions.get(path) ?? -1) ?? []).filter((address) => !paths.includes(address)),
      updated: parseDate(textField(data, ...UPDATED), config.zone),
      ...status,
      tech: [
        ...new Set([
          ...listField({ ...taxonomies(data), ...data }, system.tags, 'tags', 'tag', 'keywords', 'topics'),
          ...(vault ? tagsWithin(body) : []),
        ]),
      ],
      cover: coverOf(data),
      groups: groupsOf({ ...taxonomies(data), ...data }),
    }
  }

  function html(path: string, data: FrontMatter, body: string, lost: string[]): string {
    const filled = {
      ...values,
      ...Object.fromEntries(Object.entries(plainValues(data)).map(([name, value]) => [`page.${name}`, value])),
    }
    const text = vault ? withoutWikiLinks(body, { vault: vault.names, file: path, lost, read: vault.read }) : body
    if (!/^html?$/i.test(extensionOf(path)))
      return systemMarkdownToHtml(text, { kind, file: path, lost, data, values: filled })
    if (kind === 'jekyll' || kind === 'hexo') return withoutLiquid(text, lost, { file: path, values: filled })
    return text
  }

  /** What a text is, by itself and by the folder it is in. */
  function roleOf({ role, folder: group, hasFrontMatter, date, inName, path }: Scanned): Exclude<Role, null> {
    if (role.kind === 'page' || (role.isDraft && isArticle.isTicked(group))) return role
    const isPlain = !hasFrontMatter && date === null && !inName
    if (!isArticle.isTicked(group)) {
      const reason =
        isPlain || isDocument(path)
          ? 'It says neither when it is of nor anything else of itself: a page.'
          : 'A page, not an article.'
      return { kind: 'page', reason: `${reason} Its folder "${group || '.'}" is none of articles.`, isDraft: isPlain }
    }
    if (isPlain && (isArticle.isDated || isDocument(path)))
      return { kind: 'page', reason: 'It has neither front matter nor a date, as articles here have.', isDraft: true }
    return role
  }

  /** What a clock shows there, as a time in UTC: days in addresses are of the site's zone, Hugo's as they are written. */
  function clockOf(date: Date, written: string): Date {
    if (!/\d:\d/.test(written)) return date
    if (kind === 'hugo') return parseDate(written.replace(/(?:Z|[+-]\d{2}:?\d{2}(?: [A-Z]{1,5})?)$/i, '')) ?? date
    return new Date(date.getTime() + offsetAt(date, config.zone))
  }

  function addresses(text: Scanned, data: FrontMatter): { paths: string[]; problem?: string } {
    const isNote = roleOf(text).kind === 'note'
    const language = kind === 'hugo' ? languageOf(text.path) : ''
    const found = isNote ? addressOf(text) : (text.own ?? pageAddress(text.path))
    const own = found && language ? `${folder}/${language}${found.slice(folder.length)}` : found
    const aliases = listField(data, /,/, 'aliases', 'alias', 'redirect_from', 'redirects')
    const parent = own ? parentPath(own) : '/'
    const others = isWiki
      ? []
      : aliases.map((alias) => (/^(?:\/|https?:)/.test(alias) ? alias : kind === 'zola' ? `/${alias}` : parent + alias))
    const at = isNote ? (positions.get(text.path) ?? -1) : -1
    const patterns = learned.patternsOfLinks(at).map((pattern) => addressBy(pattern, text.parts))
    const isSettled = isNote && text.own === null && !options.addresses && Object.keys(config.permalinks).length > 0
    const linked = [...(learned.names.get(at) ?? []), ...patterns, ...(isSettled ? [customAddress(text)] : [])]
    const wanted = [own, ...others, ...linked].filter((path): path is string => path !== null && path !== '')
    const refused = wanted.filter((address) => sitePath(address) === null && address !== '/')
    const seen = new Set<string>()
    const paths = wanted.map(sitePath).filter((path): path is string => {
      const key = path?.replace(/\/$/, '') ?? ''
      if (path === null || seen.has(key)) return false
      return Boolean(seen.add(key))
    })
    const problem = refused.length > 0 ? `Its old address cannot be used: ${refused.join(', ')}` : undefined
    return { paths, problem }
  }

  function languageOf(path: string): string {
    const named = /\.([a-z]{2}(?:-[a-z]{2})?)\.\w+$/i.exec(path)?.[1]?.toLowerCase() ?? ''
    return named === config.language ? '' : named
  }

  /** The address of a page, which is where its file is. */
  function pageAddress(path: string): string | null {
    if (system.pattern === '' && !base) return null
    const inside = path.replace(/^.*?(?:content|source|src\/pages|pages)\//, '')
    const name = withoutExtension(inside)
    if (/(?:^|\/)_?(?:index|readme)$/i.test(name)) return `${folder}/${folderOf(inside)}/`.replace(/\/{2,}/g, '/')
    const isFile = (kind === 'jekyll' && config.permalinks[''] !== 'pretty') || kind === 'hexo' || kind === 'pelican'
    return `${folder}/${kind === 'docusaurus' ? 'docs/' : ''}${name.replace(/^docs\//, '')}${isFile ? '.html' : '/'}`
  }

  function statusOf(
    data: FrontMatter,
    path: string,
    date: Date | null,
    role: Exclude<Role, null>,
  ): Pick<RawItem, 'status'> & { date?: Date } {
    const stated = ['status', 'state', 'visibility', 'type'].map((name) => textField(data, name).toLowerCase())
    const isDraft =
      role.isDraft === true ||
      /^draft-/i.test(fileName(path)) ||
      ['draft', 'isDraft', 'private', 'unlisted', 'hidden', 'wip'].some((name) => flagField(data, name) === true) ||
      ['published', 'publish', 'isActive', 'isPublished', 'public'].some((name) => flagField(data, name) === false) ||
      // Hexo's plug-in shows such a text to those who know it.
      textField(data, 'password') !== '' ||
      stated.some((word) => /^(?:drafts?|hidden|private|unlisted|unpublished|skip|pending|members|paid)$/.test(word)) ||
      (kind === 'obsidian' && flagField(data, 'publish', 'published') !== true && !stated.includes('published'))
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

/** What one text does not survive costs that text alone. */
function confined<Result>(path: string, work: () => Result): Result | Refusal {
  try {
    return limited(work)
  } catch {
    return { source: path, reason: 'It cannot be read: its form takes too long, or is nested too deep.' }
  }
}

/**
 * Which folders hold articles: as they were chosen, else those with a text that says something of itself and has a date;
 * where there is none, all that do not say by their name that they are something else.
 */
function tickFolders(texts: Scanned[], chosen: string[] | undefined) {
  const groups = new Map<string, Scanned[]>()
  for (const text of texts) groups.set(text.folder, [...(groups.get(text.folder) ?? []), text])
  const isDated = ({ date, inName, hasFrontMatter, role }: Scanned) =>
    role.kind === 'note' && (inName || (date !== null && hasFrontMatter))
  const anyDated = texts.some((text) => isDated(text) && !isOfLists(text.folder))
  const anyStated = texts.some(({ hasFrontMatter, folder }) => hasFrontMatter && !isOfLists(folder))
  const folders: TextFolder[] = [...groups].map(([path, own]) => {
    const dated = own.filter(isDated).length
    const isDrafts = own.some(({ role }) => role.isDraft)
    const byGuess = anyDated
      ? (dated > 0 && (!isOfLists(path) || dated === own.length)) || isDrafts
      : !isOfLists(path) && (!anyStated || own.some(({ hasFrontMatter }) => hasFrontMatter))
    return { path, texts: own.length, dated, isTicked: chosen ? chosen.includes(path || '.') : byGuess }
  })
  const others = chosen ? [] : folders.filter((candidate) => candidate.isTicked && isNextToMain(candidate, folders))
  for (const one of others) one.isTicked = false
  const ticked = new Set(folders.filter(({ isTicked }) => isTicked).map(({ path }) => path))
  return { folders, isTicked: (path: string) => ticked.has(path), isDated: anyDated }
}

function isStatedDraft(data: FrontMatter): boolean {
  return flagField(data, 'draft', 'publish', 'published') !== null
}

/** As files are named: `i-dont-like-zeroes` is "I dont like zeroes". A vault's notes are called as their files. */
function titleOf(kind: FolderKind, path: string, slug: string): string {
  if (kind === 'obsidian' || kind === 'quartz') return withoutExtension(fileName(isIndex(path) ? folderOf(path) : path))
  const words = slug.replace(/[-_]+/g, ' ').trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function groupsOf(data: FrontMatter): string[] {
  return ['categories', 'category', 'series'].flatMap((name) =>
    listField(data, /,/, name).map((group) => (name === 'series' ? `series ${group}` : group)),
  )
}

type Dated = { date: Date | null; written: string }

const DATES =
  'date pubDate publishDate publishedAt pubDatetime datePublished published_at publishedOn created created_at createdAt published publish_date dateCreated posted'.split(
    ' ',
  )
const UPDATED = 'lastmod updated modified updatedDate last_modified_at modDatetime lastUpdated updatedAt'.split(' ')

function dateOf(data: FrontMatter, inName: string, zone: string, remarks: string[]): Dated {
  for (const name of DATES) {
    const written = textField(data, name)
    if (written === '') continue
    const date = parseDate(written, zone)
    if (date) return { date, written }
    if (flagField(data, name) === null) remarks.push(`Its date "${written.slice(0, 60)}" is none.`)
  }
  return { date: parseDate(inName), written: inName }
}

const COVERS =
  'cover coverImage cover_image heroImage hero image images featured_image featuredImage feature_image thumbnail banner photos img ogImage featureimage'.split(
    ' ',
  )

function coverOf(data: FrontMatter): Picture | undefined {
  for (const name of COVERS) {
    const value = field(data, name)
    const one = Array.isArray(value) ? value[0] : value
    const src = isRecord(one) ? (one.src ?? one.url ?? one.image ?? one.path ?? one.relative) : one
    if (typeof src !== 'string' || src.trim() === '' || /^(?:true|false)$/.test(src) || src.startsWith('{')) continue
    const stated = isRecord(one) ? one : {}
    const alt = stated.alt ?? textField(data, 'imageAlt', 'image_alt', 'coverAlt', 'cover_alt', 'heroImageAlt', 'alt')
    const caption = typeof stated.caption === 'string' ? escapeHtml(stated.caption) : undefined
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

/** Zola has tags in a table of their own. */
function taxonomies(data: FrontMatter): FrontMatter {
  return isRecord(data.taxonomies) ? (data.taxonomies as FrontMatter) : {}
}

async function readVault(source: Source, texts: string[]) {
  const bodies = new Map<string, string>()
  for (const path of texts) {
    const read = await readText(source, path)
    bodies.set(path, 'text' in read ? splitFrontMatter(read.text).body : '')
  }
  return { names: new Vault(source.paths), read: (path: string) => bodies.get(path) ?? '' }
}

/** Plain texts in what is said of a text or a site, by their names: `author.name`. */
function plainValues(data: unknown, before = '', depth = 0): Record<string, string> {
  if (typeof data === 'string') return { [before]: data }
  if (!isRecord(data) && !Array.isArray(data)) return {}
  if (depth > 4) return {}
  return Object.assign(
    Object.create(null),
    ...Object.entries(data).map(([name, value]) =>
      plainValues(value, before === '' ? name : `${before}.${name}`, depth + 1),
    ),
  )
}

/** What templates of Liquid may name of the site: its settings, and `_data`. */
async function siteData(source: Source, config: SiteConfig): Promise<Record<string, string>> {
  const values: Record<string, string> = Object.create(null)
  for (const [name, value] of Object.entries(plainValues(config.data))) values[`site.${name}`] = value
  for (const path of source.paths) {
    const [, name] = /^(?:src\/)?_data\/([\w/-]+)\.(?:ya?ml|json)$/.exec(path) ?? []
    if (!name) continue
    const bytes = await source.read(path, DATA_MAX_BYTES).catch(() => null)
    // JSON is YAML, too.
    const { data } = bytes ? yamlData(decodeText(bytes).text) : { data: {} }
    for (const start of ['site.data.', '']) Object.assign(values, plainValues(data, start + name.replaceAll('/', '.')))
  }
  return values
}
