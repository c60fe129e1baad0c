import { createHash } from 'node:crypto'
import { CHOSEN_NOTES_MAX } from '@/lib/content/contract-limits'
import type { ContentName } from '@/lib/content/kinds'
import { POST_FACTS, type PostFacts, textOfLinks } from '@/lib/content/post-facts'
import type { ReportRow } from '@/lib/move/report'
import { relatedPaths } from '@/lib/note/related'
import { publicPaths } from '@/lib/routes/public-paths'
import {
  ADDRESSES,
  type ContentFolder,
  type ConvertedText,
  FOLDERS,
  FORMAT,
  FORMAT_VERSION,
  MANIFEST,
  type Manifest,
  type ManifestText,
  STORED,
  TEXT,
} from '@/packages/convert/archive/layout'
import {
  type FrontMatter,
  field,
  flagField,
  listField,
  splitFrontMatter,
  textField,
} from '@/packages/convert/archive/read-front-matter'
import { parseDate } from '@/packages/convert/dates'
import { type Refusal, Unreadable } from '@/packages/convert/model'
import { readJson, recordsIn } from '@/packages/convert/readers/json'
import { isRecord } from '@/packages/convert/source/scan'
import type { Source } from '@/packages/convert/source/source'
import { decodeText } from '@/packages/convert/source/text'

const TEXT_MAX_BYTES = 4 * 1024 * 1024

const CONTENT_NAME: Record<ContentFolder, ContentName> = { note: 'note', project: 'post', page: 'page' }

/** What a text's archive says that no other system knows. */
export type OwnFacts = {
  /** That of the row; null for a text that was added by hand, or is of another system. */
  id: string | null
  version: number
  /** Whether nobody has changed anything of it since the export. */
  isUnchanged: boolean
  note?: { series: string; related: string }
  project?: Partial<PostFacts> & { links: string; isPinned: boolean; position: number }
  /** Of a page of the owner's own. */
  page?: { footer: string; robots: string }
  /** Of a project, in order. */
  pictures?: Array<{ src: string; alt: string; caption: string }>
}

/** A text of an archive. */
export type ArchiveItem = ReportRow & {
  identity: string
  /** What it becomes; `kind` says what it is where it comes from. */
  content: ContentName
  /** Its folder in the archive; "" for one that is not in it. */
  folder: string
  about: string
  slug: string
  paths: string[]
  updated: Date | null
  /** When its text last became another one for readers. */
  revised: Date | null
  repo: string
  link: string
  /** Whether `date` is one it has there, not the time of the import. */
  isDated: boolean
  /** SHA-256 of all that it says, to tell whether it has changed there. */
  hash: string
  own: OwnFacts
  /** The text: as it was stored, or the Markdown that somebody has changed since. */
  text: () => Promise<{ html: string } | { markdown: string }>
}

export type Archive = {
  source: Source
  manifest: Manifest
  /** The system it is of, and the site, by which a second import knows it. */
  kind: string
  site: string
  isForeign: boolean
  /** What identifies the text of a folder. */
  identities: Map<string, string>
  items: () => AsyncIterable<ArchiveItem>
  refused: Refusal[]
  close: () => Promise<void>
}

/**
 * Reads an archive of a site, made by `npm run export` or by a converter; null for anything else. What was stored counts,
 * as long as nobody has changed the Markdown beside it; a text that was added to the folders by hand is taken, too.
 * @throws Unreadable
 */
export async function readArchive(source: Source): Promise<Archive | null> {
  const manifest = await readManifest(source)
  return manifest && archiveOf(source, manifest)
}

async function archiveOf(source: Source, manifest: Manifest): Promise<Archive> {
  const listed = new Map(manifest.texts.flatMap((text) => (text.folder === '' ? [] : [[text.folder, text]])))
  const addresses = new Map<string, string[]>()
  if (source.paths.includes(ADDRESSES)) {
    for (const { from, id } of recordsIn(await readJson(source, ADDRESSES)))
      if (typeof from === 'string' && typeof id === 'string') addresses.set(id, [...(addresses.get(id) ?? []), from])
  }
  const added = (Object.keys(FOLDERS) as ContentFolder[]).flatMap((kind) =>
    source.paths
      .filter((path) => path.startsWith(`${FOLDERS[kind]}/`) && path.endsWith(`/${TEXT}`))
      .map((path) => ({ kind, folder: path.slice(0, -TEXT.length - 1) })),
  )
  const identityOf = (folder: string) => {
    const text = listed.get(folder)
    return text?.converted?.identity ?? (text?.id || `${folder}/${TEXT}`)
  }
  const archive: Archive = {
    ...{ source, manifest, items, refused: [] },
    kind: manifest.from?.kind ?? 'colophon',
    site: manifest.from?.site ?? (manifest.site.url || manifest.site.name),
    isForeign: manifest.from !== undefined,
    identities: new Map(added.map(({ folder }) => [folder, identityOf(folder)])),
    close: () => source.close(),
  }

  async function* items(): AsyncIterable<ArchiveItem> {
    archive.refused = [...source.refused, ...(manifest.from?.refused ?? [])]
    const found = new Set(source.paths)
    // In the order of the manifest, and behind it what was added.
    const known = new Set<string>()
    for (const text of manifest.texts) {
      const { kind, folder, converted } = text
      if (kind === 'about') continue
      known.add(folder)
      if (folder === '' && converted) yield skippedItem(converted)
      else if (!found.has(`${folder}/${TEXT}`))
        archive.refused.push({ source: `${folder}/${TEXT}`, reason: 'It is not there any more.' })
      else yield* read(kind, folder, text)
    }
    for (const { kind, folder } of added) if (!known.has(folder)) yield* read(kind, folder, undefined)
  }

  async function* read(kind: ContentFolder, folder: string, text: ManifestText | undefined) {
    const path = `${folder}/${TEXT}`
    try {
      yield itemOf(kind, folder, text, await source.read(path, TEXT_MAX_BYTES))
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error
      archive.refused.push({ source: path, reason: error.message })
    }
  }

  function itemOf(kind: ContentFolder, folder: string, text: ManifestText | undefined, bytes: Buffer): ArchiveItem {
    const path = `${folder}/${TEXT}`
    const { data, body, problem } = splitFrontMatter(decodeText(bytes).text)
    const converted = text?.converted
    const isStored = text !== undefined && hashOf(body.trim()) === text.body
    const isUnchanged = text !== undefined && manifest.files[path]?.sha256 === hashOf(bytes)
    const date = parseDate(textField(data, 'date'))
    const isDraft = flagField(data, 'draft') === true
    const slug = textField(data, 'slug')
    const id = text?.id || null
    const content = CONTENT_NAME[kind]
    const own = [id, slug].flatMap((name) => (name ? [publicPaths[content](name)] : []))
    const paths = [...own, ...(addresses.get(id ?? path) ?? [])]
    // A project's text is its story where it says so; otherwise what is in the front matter.
    const hasText = content !== 'post' || flagField(data, 'story') === true
    const changed = text && !isStored ? remarkOfChanged(hasText) : ''
    return {
      source: converted?.source ?? path,
      kind: converted?.kind ?? kind,
      content,
      action: 'create',
      title: textField(data, 'title'),
      about: plainField(data, 'description'),
      ...{ slug, folder, identity: identityOf(folder), paths: converted?.paths ?? paths },
      path: (converted?.paths ?? paths)[0] ?? null,
      date: date?.toISOString() ?? null,
      isDated: date !== null,
      updated: parseDate(textField(data, 'lastmod')),
      // Other systems do not tell a typo from a new text.
      revised: content === 'note' ? parseDate(textField(data, id ? 'revised' : 'lastmod')) : null,
      status: isDraft ? 'draft' : date && date.getTime() > Date.now() ? 'scheduled' : 'published',
      tech: listField(data, /,/, 'tags'),
      repo: textField(data, 'repo'),
      link: textField(data, 'link'),
      pictures: { found: [...(converted?.pictures.found ?? [])], missing: [...(converted?.pictures.missing ?? [])] },
      lost: [...(converted?.lost ?? [])],
      reason: [converted?.reason, problem, changed].filter(Boolean).join(' '),
      hash: converted && isUnchanged ? converted.hash : hashOf(bytes),
      own: { id, version: text?.version ?? 0, isUnchanged, ...OWN_FACTS[content](data) },
      async text() {
        if (!hasText) return { html: '' }
        if (!isStored) return { markdown: body }
        return { html: (await source.read(`${folder}/${STORED}`, TEXT_MAX_BYTES)).toString('utf8') }
      },
    }
  }

  return archive
}

/** @throws Unreadable */
async function readManifest(source: Source): Promise<Manifest | null> {
  const manifest = source.paths.includes(MANIFEST) ? await readJson(source, MANIFEST).catch(() => null) : null
  if (!isRecord(manifest) || manifest.format !== FORMAT) return null
  if (typeof manifest.version !== 'number' || manifest.version > FORMAT_VERSION) {
    throw new Unreadable('A newer version of this software has made it: update this site first.')
  }
  const site = isRecord(manifest.site) ? manifest.site : {}
  const texts = recordsIn(manifest.texts).flatMap<ManifestText>(({ kind, id, folder, version, body, converted }) =>
    typeof id === 'string' && typeof folder === 'string'
      ? [
          {
            ...{ kind: kind as ManifestText['kind'], id, folder, version: Number(version), body: String(body) },
            ...(isConverted(converted) ? { converted } : {}),
          },
        ]
      : [],
  )
  return {
    format: FORMAT,
    version: manifest.version,
    site: { name: String(site.name ?? ''), url: typeof site.url === 'string' ? site.url : '' },
    texts,
    files: isRecord(manifest.files) ? (manifest.files as Manifest['files']) : {},
    missing: [],
    ...(isRecord(manifest.from) ? { from: manifest.from as Manifest['from'] } : {}),
  }
}

/** As a converter writes it, and nobody has put anything else in its place. */
function isConverted(value: unknown): value is ConvertedText {
  if (!isRecord(value) || !isRecord(value.pictures)) return false
  const lists = [value.paths, value.lost, value.tech, value.pictures.found, value.pictures.missing]
  const texts = [value.source, value.identity, value.hash, value.title, value.reason]
  return (
    lists.every((list) => Array.isArray(list) && list.every((item) => typeof item === 'string')) &&
    texts.every((text) => typeof text === 'string') &&
    ['note', 'project', 'page'].includes(String(value.kind)) &&
    ['published', 'draft', 'scheduled'].includes(String(value.status))
  )
}

function skippedItem(converted: ConvertedText): ArchiveItem {
  const { source, kind, identity, hash, reason, title, paths, date, status, tech, pictures, lost } = converted
  return {
    ...{ source, kind, identity, hash, reason, title, paths, date, status, tech, pictures, lost },
    ...{
      action: 'skip',
      content: 'note',
      folder: '',
      about: '',
      slug: '',
      repo: '',
      link: '',
      updated: null,
      revised: null,
      isDated: date !== null,
    },
    path: paths[0] ?? null,
    own: { id: null, version: 0, isUnchanged: true },
    text: async () => ({ html: '' }),
  }
}

function remarkOfChanged(hasText: boolean): string {
  return hasText
    ? 'Its Markdown was changed since the export, and counts.'
    : 'The text below the front matter was changed since the export: what counts is `description`.'
}

function plainField(data: FrontMatter, name: string): string {
  const value = field(data, name)
  return typeof value === 'string' ? value : ''
}

const OWN_FACTS: Record<ContentName, (data: FrontMatter) => Pick<OwnFacts, 'note' | 'project' | 'page' | 'pictures'>> =
  {
    note: (data) => ({ note: { series: textField(data, 'series'), related: chosenIn(data) } }),
    post: factsOf,
    page: (data) => ({ page: { footer: textField(data, 'footer'), robots: textField(data, 'robots') } }),
  }

const chosenIn = (data: FrontMatter) =>
  relatedPaths(listField(data, /\s/, 'related').join('\n'))
    .slice(0, CHOSEN_NOTES_MAX)
    .join('\n')

function factsOf(data: FrontMatter): Pick<OwnFacts, 'project' | 'pictures'> {
  const facts: Partial<PostFacts> = Object.fromEntries(POST_FACTS.map((name) => [name, textField(data, name)]))
  const links = recordsIn(field(data, 'links')).map(({ label, url }) => ({ label: String(label), url: String(url) }))
  const isPinned = flagField(data, 'pinned') === true
  const pictures = field(data, 'pictures')
  return {
    project: {
      ...facts,
      links: textOfLinks(links),
      isPinned,
      position: isPinned ? wholeNumber(textField(data, 'position')) : 0,
    },
    pictures: recordsIn(pictures).flatMap(({ src, alt, caption }) =>
      typeof src === 'string' ? [{ src, alt: textOr(alt), caption: textOr(caption) }] : [],
    ),
  }
}

const textOr = (value: unknown) => (typeof value === 'string' ? value : '')
const wholeNumber = (text: string) => (/^\d{1,4}$/.test(text) ? Number(text) : 0)

function hashOf(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex')
}
