import { splitFrontMatter } from './archive/read-front-matter'
import {
  type ConvertOptions,
  FOLDERS,
  type FolderKind,
  type Kind,
  type Reader,
  type Refusal,
  Unreadable,
} from './model'
import { readFeed, readJsonFeed } from './readers/feeds'
import { readFolder } from './readers/folder'
import { ghostTables, isGhostMarkdown, readGhost, readGhostMarkdown } from './readers/ghost'
import { readJson } from './readers/json'
import { readJsonResume } from './readers/json-resume'
import { isMediumPost, readMedium } from './readers/medium'
import { readWordPress } from './readers/wordpress'
import { ARCHIVE_WITHIN, extensionOf, isArchive } from './source/names'
import { isRecord } from './source/scan'
import type { Source } from './source/source'
import { decodingOf } from './source/text'
import { readXml } from './source/xml'
import { isMachinery, isText } from './systems'

const DOCUMENTS = /^(?:xml|rss|atom|rdf|json|wxr)$/
/**
 * What a source is, by what is in it, and its reader.
 * @param as the kind the owner says it is
 * @throws Unreadable when it is nothing that can be read
 */
export async function readerOf(source: Source, options: ConvertOptions): Promise<Reader> {
  const { as, base = null } = options
  if (source.paths.length === 0) throw nothing(source)
  const folderKind = FOLDERS.find((kind) => kind === as)
  if (folderKind) return readFolder(source, folderKind, options)
  if (as === 'medium') return readMedium(source, base)
  const texts = source.paths.filter((path) => isText(path) && !isMachinery(path))
  if (as === 'ghost' && texts.some(isGhostMarkdown)) return readGhostMarkdown(source, base)
  const htmls = source.paths.filter((path) => /^html?$/.test(extensionOf(path)))
  if (!as && texts.length === 0 && htmls.length > 0 && (await hasMediumPost(source, htmls)))
    return readMedium(source, base)
  if (!as && texts.length > 0 && texts.every(isGhostMarkdown)) return readGhostMarkdown(source, base)
  if (!as && texts.length > 0) return readFolder(source, await folderKindOf(source, texts), options)
  return documentReader(source, as, base)
}

function nothing(source: Source, others: Refusal[] = []): Unreadable {
  const refused = [...source.refused, ...others]
  const [first] = refused
  const reason = first ? ` ${first.source}: ${first.reason}` : ''
  return new Unreadable(`${source.name} holds nothing that can be imported.${reason}`, refused)
}

async function hasMediumPost(source: Source, paths: string[]): Promise<boolean> {
  for (const path of paths
    .filter((candidate) => !/(?:^|\/)(?:profile|sessions|lists|ips|earnings)\//.test(candidate))
    .slice(0, 20)) {
    if (isMediumPost((await beginning(source, path, 262_144)).text)) return true
  }
  return false
}

/** What may be a document by its name; where nothing is, all that is small in number. */
function documentsOf(source: Source): string[] {
  const named = source.paths.filter((path) => DOCUMENTS.test(extensionOf(path)))
  return named.length > 0 ? named : source.paths.slice(0, 20)
}

/** A WXR, a feed, a JSON document: alone, or in a folder with what belongs to it. */
async function documentReader(source: Source, as: Kind | undefined, base: string | null): Promise<Reader> {
  const candidates = source.isFile ? source.paths : documentsOf(source)
  const found = new Map<Kind, string[]>()
  const refused: Refusal[] = []
  for (const path of candidates) {
    const known = await documentKind(source, path).catch((error: unknown) => {
      if (!(error instanceof Unreadable)) throw error
      refused.push({ source: path, reason: error.message })
      return null
    })
    const kind = as ?? known
    if (kind && (known || as)) found.set(kind, [...(found.get(kind) ?? []), path])
    else if (source.isFile || !/(?:^|\/)package(?:-lock)?\.json$/.test(path)) {
      if (!refused.some((refusal) => refusal.source === path))
        refused.push({ source: path, reason: 'It is nothing that is known here.' })
    }
  }
  // Of several the one with the most files; a feed beside an export is a by-product.
  const isFeed = (known: Kind) => Number(/^(?:rss|atom|jsonfeed)$/.test(known))
  const [chosen] = [...found].sort(
    ([one, ofOne], [other, ofOther]) => isFeed(one) - isFeed(other) || ofOther.length - ofOne.length,
  )
  if (!chosen) {
    const [first] = refused
    if (first && source.isFile) throw new Unreadable(first.reason, refused)
    throw nothing(source, refused)
  }
  const [kind, paths] = chosen
  const rest = [...found].filter(([other]) => other !== kind).flatMap(([, others]) => others)
  refused.push(...rest.map((path) => ({ source: path, reason: 'It is of another kind: import it by itself.' })))
  const reader = await documentsReader(source, kind, paths, base)
  reader.refused.push(...refused)
  return reader
}

async function documentsReader(source: Source, kind: Kind, paths: string[], base: string | null): Promise<Reader> {
  if (kind === 'wordpress') return readWordPress(source, paths, base)
  const readers: Reader[] = []
  for (const path of paths) readers.push(await oneReader(source, kind, path, base))
  const [first] = readers
  if (!first) throw nothing(source)
  if (readers.length === 1) return first
  return {
    ...first,
    refused: readers.flatMap(({ refused }) => refused),
    async *items() {
      for (const reader of readers) yield* reader.items()
    },
  }
}

function oneReader(source: Source, kind: Kind, path: string, base: string | null): Promise<Reader> {
  switch (kind) {
    case 'ghost':
      return readGhost(source, path, base)
    case 'jsonfeed':
      return readJsonFeed(source, path, base)
    case 'jsonresume':
      return readJsonResume(source, path)
    case 'rss':
    case 'atom':
      return readFeed(source, path, kind, base)
    default:
      throw new Unreadable(`${path} cannot be read as ${kind}.`)
  }
}

async function documentKind(source: Source, path: string): Promise<Kind | null> {
  const { text, encoding } = await beginning(source, path, 65_536)
  const start = text.replace(/^[\ufeff\s]+/, '')
  if (start.startsWith('{') || start.startsWith('[')) return jsonKind(source, path)
  if (start.startsWith('<'))
    return /^<(?:!DOCTYPE html|html)/i.test(start) && !/<\?xml/.test(start) ? null : xmlKind(source, path)
  if (start === '') throw new Unreadable('It is empty.')
  if (encoding === '') throw new Unreadable(!source.isFile && isArchive(path) ? ARCHIVE_WITHIN : 'It is no text.')
  return null
}

async function beginning(source: Source, path: string, length: number): Promise<{ text: string; encoding: string }> {
  const stream = await source.stream(path)
  const parts: Buffer[] = []
  let bytes = 0
  try {
    for await (const part of stream) {
      parts.push(part as Buffer)
      bytes += (part as Buffer).length
      if (bytes >= length) break
    }
  } finally {
    stream.destroy()
  }
  const start = Buffer.concat(parts).subarray(0, length)
  const { encoding, decode } = decodingOf(start)
  let text: string
  try {
    text = decode(start, true)
  } catch {
    text = start.toString('latin1')
  }
  return { text, encoding: text.includes('\0') ? '' : encoding }
}

class RootFound extends Error {
  constructor(readonly kind: Kind | null) {
    super('the root was found')
  }
}

async function xmlKind(source: Source, path: string): Promise<Kind | null> {
  try {
    const elements = readXml(await source.stream(path), {
      isWanted: () => false,
      onStart(name, attributes, parents) {
        const isWxr =
          Object.values(attributes).some((value) => /wordpress\.org\/export\//.test(value)) || name === 'wxr_version'
        if (isWxr) throw new RootFound('wordpress')
        if (parents.length === 0 && name === 'feed') throw new RootFound('atom')
        if (parents.length === 0 && name !== 'rss' && name !== 'RDF') throw new RootFound(null)
        if (name === 'item') throw new RootFound('rss')
      },
    })
    // There is none: this reads on until the kind is known.
    await elements.next()
  } catch (error) {
    if (error instanceof RootFound) return error.kind
    throw error
  }
  return 'rss'
}

async function jsonKind(source: Source, path: string): Promise<Kind | null> {
  const document = await readJson(source, path)
  if (ghostTables(document)) return 'ghost'
  if (!isRecord(document)) return null
  if (typeof document.version === 'string' && /jsonfeed\.org/.test(document.version)) return 'jsonfeed'
  if (Array.isArray(document.items) && ('home_page_url' in document || 'feed_url' in document)) return 'jsonfeed'
  const isResume = ['basics', 'work', 'education', 'skills', 'projects'].filter((name) => name in document).length >= 2
  if (isResume || /jsonresume/.test(String(document.$schema ?? ''))) return 'jsonresume'
  return null
}

/** Which system a folder of Markdown is of: by its settings, its shape, else by how its texts begin. */
async function folderKindOf(source: Source, texts: string[]): Promise<FolderKind> {
  const has = (pattern: RegExp) => source.paths.some((path) => pattern.test(path))
  if (has(/(?:^|\/)quartz\.config\.\w+$/)) return 'quartz'
  if (has(/(?:^|\/)\.obsidian\//)) return 'obsidian'
  if (has(/(?:^|\/)(?:\.eleventy|eleventy\.config)\.\w+$/)) return 'eleventy'
  if (has(/(?:^|\/)gatsby-config\.\w+$/)) return 'gatsby'
  const toml = source.paths.find((path) => /^(?:[^/]+\/)?config\.toml$/.test(path))
  if (toml && /^base_url\s*=/m.test((await beginning(source, toml, 16_384)).text)) return 'zola'
  if (has(/(?:^|\/)(?:hugo\.(?:toml|ya?ml|json)$|archetypes\/)/)) return 'hugo'
  if (has(/(?:^|\/)docusaurus\.config\.\w+$/)) return 'docusaurus'
  if (has(/(?:^|\/)astro\.config\.\w+$|(?:^|\/)src\/content\//)) return 'astro'
  if (has(/(?:^|\/)source\/_posts\/|(?:^|\/)scaffolds\//)) return 'hexo'
  if (has(/(?:^|\/)(?:pelicanconf|publishconf)\.py$/)) return 'pelican'
  if (has(/(?:^|\/)_posts\/\d{4}-|(?:^|\/)_layouts\//)) return 'jekyll'
  if (has(/(?:^|\/)(?:next\.config|contentlayer\.config)\.\w+$|(?:^|\/)data\/blog\//)) return 'next'
  if (has(/(?:^|\/)blog\/(?:authors|tags)\.ya?ml$/)) return 'docusaurus'
  const signs = await signsOf(source, texts)
  if (signs.hexo > 0 && has(/(?:^|\/)_posts\//)) return 'hexo'
  if (has(/(?:^|\/)_(?:posts|drafts)\//)) return 'jekyll'
  if (has(/(?:^|\/)_index\.\w+$/) || signs.toml > 0 || (has(/(?:^|\/)content\//) && signs.hugo > 0)) return 'hugo'
  const [best, count] = Object.entries(signs).sort(([, one], [, other]) => other - one)[0] ?? ['', 0]
  // One among many says nothing of them.
  if (count * 5 < Math.min(texts.length, 200))
    return texts.every((path) => /^\d{4}-\d{1,2}-\d{1,2}-/.test(path.replace(/^.*\//, ''))) && texts.length > 1
      ? 'jekyll'
      : 'markdown'
  return best === 'toml' ? 'hugo' : (best as FolderKind)
}

async function signsOf(source: Source, texts: string[]) {
  const signs = { jekyll: 0, astro: 0, pelican: 0, hexo: 0, hugo: 0, toml: 0, obsidian: 0 }
  for (const path of texts.slice(0, 200)) {
    const { text } = await beginning(source, path, 16_384).catch((error: unknown) => {
      // The reader says why.
      if (error instanceof Unreadable) return { text: '' }
      throw error
    })
    const { data, format, body } = splitFrontMatter(text)
    const names = new Set(Object.keys(data))
    // Hexo's has no line at its beginning.
    if (format === 'yaml' && !/^\ufeff?---/.test(text)) signs.hexo += 1
    else if (names.has('layout') && /(?:^|\/)\d{4}-\d{1,2}-\d{1,2}-[^/]+$/.test(path)) signs.jekyll += 1
    else if (
      ['pubDate', 'publishDate', 'pubDatetime', 'heroImage'].some((name) => names.has(name)) &&
      format === 'yaml'
    )
      signs.astro += 1
    else if (format === 'toml') signs.toml += 1
    else if (format === 'lines') signs.pelican += 1
    else if (/\{\{[<%] /.test(body)) signs.hugo += 1
    else if (format === 'none' && /!?\[\[[^[\]\n]+\]\]|^> \[!\w+\]/m.test(body)) signs.obsidian += 1
  }
  return signs
}
