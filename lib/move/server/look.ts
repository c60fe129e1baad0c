import { createHash } from 'node:crypto'
import {
  NOTE_ABOUT_MAX_CHARACTERS,
  RICH_TEXT_MAX_BYTES,
  TECH_MAX_CHARACTERS,
  TITLE_MAX_CHARACTERS,
} from '@/lib/content/contract-limits'
import { characterCount } from '@/lib/content/fields'
import { oneLine } from '@/lib/content/visible-text'
import { readerOf } from '@/lib/move/server/detect'
import { type Brought, convert, overHttps, type Surroundings } from '@/lib/move/server/html/convert'
import { LinkIndex } from '@/lib/move/server/html/links'
import {
  type Kind,
  LIMITS,
  type Look,
  type Ours,
  type RawItem,
  type Reader,
  type Refusal,
  type Row,
  Unreadable,
} from '@/lib/move/server/model'
import { ARCHIVE_WITHIN, extensionOf, isArchive, isRaster } from '@/lib/move/server/source/names'
import { openSource } from '@/lib/move/server/source/open'
import type { Source, StoredFile } from '@/lib/move/server/source/source'
import { storable } from '@/lib/move/server/source/text'
import { MarkupTooComplex, parseTree, textOf } from '@/lib/rich-text/server/tree'

export type ReadOptions = {
  as?: Kind
  /** The address of the old site. */
  base?: string | null
  /** Whether pages are brought as notes, too. */
  pages?: boolean
}

/** An item in the forms this site stores, but for its HTML, which is not yet sanitised. */
export type Item = Omit<Row, 'kind'> & {
  kind: RawItem['kind']
  identity: string
  ours?: Ours
  about: string
  html: string
  paths: string[]
  updated: Date | null
  repo: string
  link: string
  /** Whether `date` is one it has there, not the time of the import. */
  isDated: boolean
  /** SHA-256 of all that was brought, to tell whether it has changed there. */
  hash: string
}

export type Bring = Surroundings['bring']

/** An opened source with what it says, item by item. */
export type Opened = {
  reader: Reader
  source: Source
  links: LinkIndex
  /**
   * @param addressOf the address here of an item; null for one that is not brought
   * @param bring what becomes of a picture
   * @param decide may skip an item before its pictures are brought
   * @param known how many items are passed over
   */
  items: (
    addressOf: Surroundings['addressOf'],
    bring: Bring,
    decide?: (item: Item) => void,
    known?: number,
  ) => AsyncIterable<Item>
  /** What the items that are brought become, by what identifies them. */
  kinds: Map<string, 'note' | 'project'>
  close: () => Promise<void>
}

/**
 * Opens a file, a ZIP or a folder, finds out what it is and where its items were found.
 * @throws Unreadable with a sentence for the owner
 */
export async function openImport(from: string | StoredFile, options: ReadOptions = {}): Promise<Opened> {
  const source = await openSource(from)
  try {
    const reader = await readerOf(source, { as: options.as, base: options.base ?? null })
    const links = new LinkIndex(reader.base)
    const kinds: Opened['kinds'] = new Map()
    for await (const raw of textsOf(reader)) {
      if (raw.skip || (raw.kind === 'page' && !options.pages)) continue
      links.add(raw.identity, raw)
      kinds.set(raw.identity, raw.kind === 'project' ? 'project' : 'note')
    }
    return {
      reader,
      source,
      links,
      kinds,
      items: (addressOf, bring, decide = () => {}, known = 0) =>
        itemsOf({ reader, source, links, options, addressOf, bring, decide, known }),
      close: () => source.close(),
    }
  } catch (error) {
    await source.close()
    throw error
  }
}

/**
 * What an import would do, without a database: each item would be made.
 * @throws Unreadable
 */
export async function readSource(path: string, options: ReadOptions = {}): Promise<Look> {
  const opened = await openImport(path, options)
  try {
    const items: Row[] = []
    for await (const item of opened.items(
      (identity) => `/note/${encodeURIComponent(identity)}`,
      lookAtPicture(opened.source),
    )) {
      items.push(rowOf(item))
    }
    return { kind: opened.reader.kind, items, refused: refusalsOf(opened, items) }
  } finally {
    await opened.close()
  }
}

export function refusalsOf({ source, reader }: Opened, items: Row[]): Refusal[] {
  const known = [...source.refused, ...reader.refused]
  const archives = source.paths.filter((path) => isArchive(path) && !known.some((one) => one.source === path))
  const refused = [...known, ...archives.map((path) => ({ source: path, reason: ARCHIVE_WITHIN }))]
  if (items.length > 0 || refused.length > 0) return refused
  return [{ source: source.name, reason: 'There is nothing to import in it.' }]
}

export function rowOf(item: Item): Row {
  const { source, kind, action, title, path, date, status, tech, pictures, lost, reason } = item
  return { source, kind, action, title, path, date, status, tech, pictures, lost, reason }
}

/** What would become of a picture: one of the source is stored here, one on the web stays there. */
export function lookAtPicture(source: Source): Bring {
  return async (file) => {
    if ('address' in file) return onTheWeb(file.address)
    const extension = extensionOf(file.path)
    if (extension === 'svg') return { reason: 'a drawing (SVG) can be a program, and is not stored' }
    if (extension !== '' && !isRaster(extension)) return { reason: 'it is not a picture' }
    return { url: `/${source.paths.indexOf(file.path)}.${extension}` }
  }
}

/** A picture that stays where it is. */
export function onTheWeb(address: string): Brought {
  return { url: overHttps(address) }
}

type Reading = {
  reader: Reader
  source: Source
  links: LinkIndex
  options: ReadOptions
  addressOf: Surroundings['addressOf']
  bring: Bring
  decide: (item: Item) => void
  known: number
}

async function* itemsOf(reading: Reading): AsyncIterable<Item> {
  const { reader, source, links, options, addressOf, bring, decide, known } = reading
  const files = new Set(source.paths)
  const hasFile = (path: string) => files.has(path)
  const seen = new Set<string>()
  const now = new Date()
  let number = 0
  for await (const raw of textsOf(reader)) {
    const isTwice = seen.has(raw.identity)
    seen.add(raw.identity)
    number += 1
    if (number <= known) continue
    const item = base(raw, now)
    if (raw.kind === 'page' && !options.pages && !raw.skip) {
      item.action = 'skip'
      item.reason = `${item.reason || 'A page, not an article.'} Bring pages as notes with --pages.`
    }
    if (isTwice) {
      item.action = 'skip'
      item.reason = 'It is there twice: the first one is brought.'
    }
    const wasSkipped = item.action === 'skip'
    decide(item)
    const isSkipped = item.action === 'skip'
    // What is here already is not converted again; what is skipped leaves its pictures where they are.
    if (wasSkipped || !isSkipped) {
      await finish(item, raw, { links, hasFile, addressOf, bring: isSkipped ? lookAtPicture(source) : bring })
    }
    yield item
  }
}

/** Longer names are known by their SHA-256: an index holds them no more. */
const IDENTITY_MAX_CHARACTERS = 500
const PATH_MAX_CHARACTERS = 2_000
const TOLD_MAX_CHARACTERS = 300

/**
 * What a reader finds, under names that can be stored and looked up, and with as much told of it as a person reads.
 * @throws Unreadable for more than any site has
 */
async function* textsOf(reader: Reader): AsyncIterable<RawItem> {
  const told = (text: string) => within(storable(text), TOLD_MAX_CHARACTERS)
  let count = 0
  for await (const raw of reader.items()) {
    count += 1
    if (count > LIMITS.entries) throw new Unreadable(`It holds more than ${LIMITS.entries} texts.`)
    const identity = storable(raw.identity)
    yield {
      ...raw,
      identity: identity.length > IDENTITY_MAX_CHARACTERS ? sha256(identity) : identity,
      source: told(raw.source),
      paths: raw.paths.filter(({ length }) => length <= PATH_MAX_CHARACTERS),
      lost: raw.lost.map(told),
      remarks: raw.remarks.map(told),
    }
  }
}

/** The fields of an item within the limits they have here. */
function base(raw: RawItem, now: Date): Item {
  const lost = [...raw.lost]
  const reasons = [...raw.remarks]
  if (raw.date === null && raw.status !== 'draft') reasons.push('It has no date there: it gets the time of the import.')
  const date = raw.date ?? (raw.status === 'draft' ? null : now)
  const title = within(oneLine(storable(raw.title)), TITLE_MAX_CHARACTERS, () => lost.push('The end of its title'))
  const about = within(
    oneLine(storable(raw.about ?? '')),
    raw.kind === 'project' ? 20_000 : NOTE_ABOUT_MAX_CHARACTERS,
    () => lost.push('The end of its summary'),
  )
  const tech: string[] = []
  for (const tag of raw.tech.map((one) => oneLine(storable(one)).replaceAll(',', ' ')).filter(Boolean)) {
    if ([...tech, tag].join(', ').length <= TECH_MAX_CHARACTERS) tech.push(tag)
    else lost.push(`The tag ${tag.slice(0, 60)}`)
  }
  return {
    source: raw.source,
    identity: raw.identity,
    kind: raw.kind,
    action: raw.skip ? 'skip' : 'create',
    title,
    about: raw.kind === 'project' || raw.ours ? storable(raw.about ?? '') : about,
    html: '',
    path: raw.paths[0] ?? null,
    paths: raw.paths,
    date: date?.toISOString() ?? null,
    updated: raw.updated ?? null,
    status: raw.status,
    tech,
    repo: raw.repo ?? '',
    link: raw.link ?? '',
    pictures: { found: [], missing: [] },
    lost,
    reason: [raw.skip, ...reasons].filter(Boolean).join(' '),
    hash: hashOf(raw),
    ours: raw.ours,
    isDated: raw.date !== null,
  }
}

function within(text: string, max: number, cut = () => {}): string {
  if (characterCount(text) <= max) return text
  cut()
  return `${[...text]
    .slice(0, max - 1)
    .join('')
    .trimEnd()}…`
}

async function finish(item: Item, raw: RawItem, around: Surroundings): Promise<void> {
  try {
    const { html, found, missing, lost } = await convert(raw, around)
    item.html = html
    item.pictures = { found, missing }
    item.lost.push(...lost)
  } catch (error) {
    if (!(error instanceof MarkupTooComplex)) throw error
    return skip(item, 'Its formatting is larger or deeper than a text here can be.')
  }
  const stays = item.pictures.missing.filter((name) => /^https?:/.test(name)).length
  if (stays > 0)
    item.lost.push(
      stays === 1 ? 'One picture stays at its old address' : `${stays} pictures stay at their old addresses`,
    )
  item.lost = summed(item.lost)
  if (Buffer.byteLength(item.html) > RICH_TEXT_MAX_BYTES)
    return skip(item, 'It is longer than a text here can be (1 MiB).')
  if (item.title === '') derivedTitle(item)
}

/** Of what is said there, whatever becomes of it here. */
function hashOf({ title, about, html, status, date, tech, repo, link, cover, ours }: RawItem): string {
  const { facts = null, pictures = null } = ours ?? {}
  const said = [title, about, html, status === 'draft', date, tech, repo, link, cover, facts, pictures]
  return sha256(JSON.stringify(said))
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

function skip(item: Item, reason: string): void {
  item.action = 'skip'
  item.reason = [item.reason, reason].filter(Boolean).join(' ')
}

/** The first words of a text without a title; a text without either is nothing. */
function derivedTitle(item: Item): void {
  const spaced = item.html.replace(/<(?:br|\/(?:p|h[1-6]|li|td|th|dt|dd|div|figcaption|pre))>/g, ' ')
  const words = oneLine(textOf(parseTree(spaced)).replace(/\s+/g, ' ')) || oneLine(item.about)
  if (words === '') {
    const isPicture = item.html.includes('<img') || item.html.includes('<iframe')
    if (!isPicture) {
      skip(item, 'It has neither a title nor a text.')
      return
    }
  }
  const cut = words.length > 60 ? `${words.slice(0, 60).replace(/\s\S*$/, '')}…` : words
  item.title = cut || 'Without a title'
  item.reason = [item.reason, 'It has no title there: it is called by its first words.'].filter(Boolean).join(' ')
}

/** The same said several times is said once, with how often. */
function summed(lost: string[]): string[] {
  const counts = new Map<string, number>()
  for (const one of lost) counts.set(one, (counts.get(one) ?? 0) + 1)
  return [...counts].map(([what, count]) => (count === 1 ? what : `${what} (${count} times)`))
}
