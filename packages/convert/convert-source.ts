import { createHash } from 'node:crypto'
import {
  ABOUT_MAX_CHARACTERS,
  type ConvertedText,
  PROJECT_MAX_CHARACTERS,
  TAGS_MAX_CHARACTERS,
  TEXT_MAX_BYTES,
  TITLE_MAX_CHARACTERS,
} from './archive/layout'
import { byWeight } from './archive/losses'
import { readerOf } from './detect'
import { convertHtml, type Surroundings } from './html/convert-html'
import { LinkIndex } from './html/links'
import { limited } from './limited'
import { type ConvertOptions, LIMITS, type RawItem, type Reader, type Refusal, Unreadable } from './model'
import { ARCHIVE_WITHIN, extensionOf, isArchive, isPicture } from './source/names'
import { openSource } from './source/open'
import { withoutQuery } from './source/scan'
import type { Source } from './source/source'
import { storable } from './source/text'
import { parseTree, textOf } from './tree'

/** A text in the forms of an archive. */
export type Item = ConvertedText & {
  about: string
  html: string
  updated: Date | null
  /** The end of its address, as its owner has it. */
  slug: string
  repo: string
  link: string
}

type Placing = Pick<Surroundings, 'addressOf' | 'pictureOf'>

/** An opened source with what it says, item by item. */
export type Conversion = {
  reader: Reader
  source: Source
  /** What is taken, in its order. */
  taken: Array<Pick<RawItem, 'identity' | 'kind' | 'title' | 'paths'>>
  /** How many texts there are. */
  total: number
  /** What the site has of groups of texts, with how many each has. */
  groups: Map<string, number>
  items: (placing: Placing) => AsyncIterable<Item>
  close: () => Promise<void>
}

/**
 * Opens a file, a ZIP or a folder, finds out what it is and where its items were found.
 * @throws Unreadable with a sentence for the owner
 */
export async function openConversion(from: string, options: ConvertOptions = {}): Promise<Conversion> {
  const source = await openSource(from)
  try {
    const reader = await readerOf(source, options)
    const links = new LinkIndex(reader.base)
    const taken: Conversion['taken'] = []
    const groups: Conversion['groups'] = new Map()
    let total = 0
    for await (const raw of textsOf(reader)) {
      total += 1
      if (raw.skip || (raw.kind === 'page' && !options.pages)) continue
      links.add(raw.identity, raw)
      for (const name of raw.groups ?? []) groups.set(name, (groups.get(name) ?? 0) + 1)
      const { identity, kind, title, paths } = raw
      taken.push({ identity, kind, title, paths })
    }
    return {
      ...{ reader, source, taken, total, groups },
      items: (placing) => itemsOf({ reader, source, links, options, placing }),
      close: () => source.close(),
    }
  } catch (error) {
    await source.close()
    throw error
  }
}

/** What was not read, and why. */
export function refusalsOf({ source, reader, total }: Conversion): Refusal[] {
  const known = [...source.refused, ...reader.refused]
  const archives = source.paths.filter((path) => isArchive(path) && !known.some((refusal) => refusal.source === path))
  const refused = [...known, ...archives.map((path) => ({ source: path, reason: ARCHIVE_WITHIN }))]
  if (total > 0 || refused.length > 0) return refused
  return [{ source: source.name, reason: 'There is nothing to import in it.' }]
}

/** Whether a file of the source is a picture that a site stores. */
export function pictureFault(path: string): string | null {
  const extension = extensionOf(path)
  return extension === '' || isPicture(extension) ? null : 'it is not a picture'
}

type Reading = { reader: Reader; source: Source; links: LinkIndex; options: ConvertOptions; placing: Placing }

async function* itemsOf({ reader, source, links, options, placing }: Reading): AsyncIterable<Item> {
  const files = new Set(source.paths)
  const around: Surroundings = { links, hasFile: (path) => files.has(path), ...placing }
  const seen = new Set<string>()
  for await (const raw of textsOf(reader)) {
    const item = within(raw)
    if (raw.kind === 'page' && !options.pages && !raw.skip) {
      item.reason = `${item.reason || 'A page, not an article.'} Pages are imported as notes only where that is chosen.`
      item.action = 'skip'
    }
    if (seen.has(raw.identity)) skip(item, 'It is there twice: the first one is taken.')
    seen.add(raw.identity)
    finish(item, raw, around)
    yield item
  }
}

/** Longer names are known by their SHA-256: an index holds them no more. */
const IDENTITY_MAX_CHARACTERS = 500
const PATH_MAX_CHARACTERS = 2_000
const REPORTED_MAX_CHARACTERS = 300

const reported = (text: string) => cut(storable(text), REPORTED_MAX_CHARACTERS)

/**
 * What a reader finds, under names that can be stored and looked up, and with as much told of it as a person reads.
 * @throws Unreadable for more than any site has
 */
async function* textsOf(reader: Reader): AsyncIterable<RawItem> {
  let count = 0
  for await (const raw of reader.items()) {
    count += 1
    if (count > LIMITS.entries) throw new Unreadable(`It holds more than ${LIMITS.entries} texts.`)
    const identity = storable(raw.identity)
    yield {
      ...raw,
      identity: identity.length > IDENTITY_MAX_CHARACTERS ? sha256(identity) : identity,
      source: reported(raw.source),
      paths: raw.paths.filter(({ length }) => length <= PATH_MAX_CHARACTERS),
      remarks: raw.remarks.map(reported),
    }
  }
}

/** The fields of an item within the limits they have on a site. */
function within(raw: RawItem): Item {
  const lost = [...raw.lost]
  const reasons = [...raw.remarks]
  if (raw.date === null && raw.status !== 'draft') reasons.push('It has no date there: it gets the time of the import.')
  const isProject = raw.kind === 'project'
  const about = storable(raw.about ?? '').trim()
  const tech: string[] = []
  for (const tag of raw.tech.map((text) => oneLine(storable(text)).replaceAll(',', ' ')).filter(Boolean)) {
    if ([...tech, tag].join(', ').length <= TAGS_MAX_CHARACTERS) tech.push(tag)
    else lost.push(`The tag ${tag.slice(0, 60)}`)
  }
  const { source, identity, kind, paths, status, repo = '', link = '' } = raw
  return {
    ...{ source, identity, kind, paths, status, tech, lost, repo, link },
    action: raw.skip ? 'skip' : 'create',
    title: cut(oneLine(storable(raw.title)), TITLE_MAX_CHARACTERS, () => lost.push('The end of its title')),
    about: isProject
      ? cut(about, PROJECT_MAX_CHARACTERS, () => lost.push('The end of its description'))
      : cut(oneLine(about), ABOUT_MAX_CHARACTERS, () => lost.push('The end of its summary')),
    html: '',
    slug: slugIn(paths[0]),
    date: raw.date?.toISOString() ?? null,
    updated: raw.updated ?? null,
    pictures: { found: [], missing: [] },
    reason: [raw.skip, ...reasons].filter(Boolean).join(' '),
    hash: hashOf(raw),
  }
}

/** The end of an address, which its owner chose; "" for one that a query tells from others. */
function slugIn(path = ''): string {
  const last = withoutQuery(path).split('/').filter(Boolean).at(-1) ?? ''
  return path.includes('?') ? '' : last.replace(/\.html?$/i, '')
}

function oneLine(text: string): string {
  // Signs that turn the rest of a line around are no words.
  return text
    .replace(/[\u202a-\u202e\u2066-\u2069]/g, '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
}

function cut(text: string, max: number, onCut = () => {}): string {
  const signs = text.length > max ? [...text] : []
  if (signs.length <= max) return text
  onCut()
  return `${signs
    .slice(0, max - 1)
    .join('')
    .trimEnd()}…`
}

/** Converts a text; whatever is thrown in it, and whatever takes too long, refuses this text alone. */
function finish(item: Item, raw: RawItem, around: Surroundings): void {
  try {
    const { html, found, missing, lost } = limited(() => convertHtml(raw, around))
    item.html = html
    item.pictures = { found, missing }
    item.lost.push(...lost)
  } catch {
    skip(item, 'Its formatting is larger or deeper than a text here can be.')
    return
  }
  const stays = item.pictures.missing.filter((name) => /^https?:/.test(name)).length
  if (stays > 0)
    item.lost.push(
      stays === 1 ? 'One picture stays at its old address' : `${stays} pictures stay at their old addresses`,
    )
  item.lost = byWeight(summed(item.lost.map(reported)))
  if (Buffer.byteLength(item.html) > TEXT_MAX_BYTES) skip(item, 'It is longer than a text here can be (1 MiB).')
  else if (item.title === '') nameByWords(item)
}

/** Of what is said there, whatever becomes of it here. */
function hashOf({ title, about, original, status, date, tech, repo, link, cover }: RawItem): string {
  return sha256(JSON.stringify([title, about, original, status === 'draft', date, tech, repo, link, cover]))
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

function skip(item: Item, reason: string): void {
  item.action = 'skip'
  item.reason = [item.reason, reason].filter(Boolean).join(' ')
}

/** The first words of a text without a title; a text without either is nothing. */
function nameByWords(item: Item): void {
  const spaced = item.html.replace(/<(?:br|\/(?:p|h[1-6]|li|td|th|dt|dd|div|figcaption|pre))>/g, ' ')
  const words = oneLine(textOf(parseTree(spaced))) || oneLine(item.about)
  if (words === '' && !/<(?:img|iframe)/.test(item.html)) {
    if (item.action === 'create') skip(item, 'It has neither a title nor a text.')
    return
  }
  const start = words.length > 60 ? `${words.slice(0, 60).replace(/\s\S*$/, '')}…` : words
  item.title = start || 'Without a title'
  item.reason = [item.reason, 'It has no title there: it is called by its first words.'].filter(Boolean).join(' ')
}

/** The same said several times is said once, with how often. */
function summed(lost: string[]): string[] {
  const counts = new Map<string, number>()
  for (const one of lost) counts.set(one, (counts.get(one) ?? 0) + 1)
  return [...counts].map(([what, count]) => (count === 1 ? what : `${what} (${count} times)`))
}
