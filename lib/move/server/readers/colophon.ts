import { createHash } from 'node:crypto'
import {
  ADDRESSES,
  FOLDERS,
  FORMAT,
  FORMAT_VERSION,
  MANIFEST,
  type Manifest,
  type ManifestText,
  STORED,
  TEXT,
} from '@/lib/move/server/archive/layout'
import { parseDate } from '@/lib/move/server/dates'
import {
  type FrontMatter,
  field,
  flagField,
  isRecord,
  listField,
  splitFrontMatter,
  textField,
} from '@/lib/move/server/markdown/front-matter'
import { systemMarkdownToHtml } from '@/lib/move/server/markdown/to-html'
import { type RawItem, type Reader, type Refusal, Unreadable } from '@/lib/move/server/model'
import type { Source } from '@/lib/move/server/source/source'
import { decodeText } from '@/lib/move/server/source/text'
import { readJson, recordsIn } from './json'

const TEXT_MAX_BYTES = 4 * 1024 * 1024

/** Whether a source is an archive of `npm run export`. */
export async function isColophon(source: Source): Promise<boolean> {
  if (!source.paths.includes(MANIFEST)) return false
  const manifest = await readJson(source, MANIFEST).catch(() => null)
  return isRecord(manifest) && manifest.format === FORMAT
}

/**
 * Reads an archive of a Colophon site. What was stored counts, as long as nobody has changed the Markdown beside it; a
 * text that was added to the folders by hand is brought, too.
 */
export async function readColophon(source: Source, base: string | null): Promise<Reader> {
  const manifest = await readManifest(source)
  const listed = new Map(manifest.texts.map((text) => [text.folder, text]))
  const addresses = await oldAddresses(source)
  const site = manifest.site.url || manifest.site.name
  const reader: Reader = {
    ...{ kind: 'colophon', site, base: base ?? (manifest.site.url || null), items, refused: [] },
    altOf: (path) => manifest.files[path]?.alt ?? '',
  }

  async function* items(): AsyncIterable<RawItem> {
    reader.refused = []
    for (const kind of ['note', 'project'] as const) {
      const folders = source.paths.filter((path) => path.startsWith(`${FOLDERS[kind]}/`) && path.endsWith(`/${TEXT}`))
      for (const path of folders) {
        const folder = path.slice(0, -TEXT.length - 1)
        const read = await item(kind, folder, listed.get(folder))
        if ('reason' in read) reader.refused.push(read)
        else yield read
      }
    }
    const found = new Set(source.paths)
    for (const { kind, folder } of manifest.texts) {
      const path = `${folder}/${TEXT}`
      if (kind !== 'about' && !found.has(path))
        reader.refused.push({ source: path, reason: 'It is not there any more.' })
    }
  }

  async function item(
    kind: 'note' | 'project',
    folder: string,
    text: ManifestText | undefined,
  ): Promise<RawItem | Refusal> {
    const path = `${folder}/${TEXT}`
    try {
      const bytes = await source.read(path, TEXT_MAX_BYTES)
      const { data, body, problem } = splitFrontMatter(decodeText(bytes).text)
      const isBodyKept = text !== undefined && hashOf(body.trim()) === text.body
      const lost: string[] = []
      const remarks = problem ? [problem] : []
      if (text && !isBodyKept) remarks.push(remarkOfChanged(kind))
      const date = parseDate(textField(data, 'date'))
      const isDraft = flagField(data, 'draft') === true
      const id = text?.id ?? path
      const slug = textField(data, 'slug')
      const own = kind === 'note' ? '/note/' : '/post/'
      return {
        source: path,
        identity: id,
        kind,
        title: textField(data, 'title'),
        about: plainField(data, 'description'),
        html: kind === 'note' ? await html(folder, isBodyKept ? null : body, lost) : '',
        file: path,
        paths: [
          ...(text ? [own + id] : []),
          ...(slug ? [own + slug] : []),
          ...addresses.flatMap(({ from, id: leadsTo }) => (leadsTo === id ? [from] : [])),
        ],
        date,
        updated: parseDate(textField(data, 'lastmod')),
        status: isDraft ? 'draft' : date && date.getTime() > Date.now() ? 'scheduled' : 'published',
        tech: listField(data, /,/, 'tags'),
        repo: textField(data, 'repo'),
        link: textField(data, 'link'),
        remarks,
        lost,
        ours: {
          id: text?.id ?? null,
          slug,
          version: text?.version ?? 0,
          isHtmlStored: isBodyKept,
          isUnchanged: text !== undefined && manifest.files[path]?.sha256 === hashOf(bytes),
          ...(kind === 'project' ? { facts: factsOf(data), pictures: picturesOf(data) } : {}),
        },
      }
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error
      return { source: path, reason: error.message }
    }
  }

  /** The text as it was stored; where it has been changed, what is made of its Markdown. */
  async function html(folder: string, changed: string | null, lost: string[]): Promise<string> {
    if (changed === null) return (await source.read(`${folder}/${STORED}`, TEXT_MAX_BYTES)).toString('utf8')
    return systemMarkdownToHtml(changed, { kind: 'colophon', file: `${folder}/${TEXT}`, lost }).html
  }

  return reader
}

/** @throws Unreadable */
async function readManifest(source: Source): Promise<Manifest> {
  const manifest = await readJson(source, MANIFEST)
  if (!isRecord(manifest) || manifest.format !== FORMAT) throw new Unreadable('It is no export of a Colophon site.')
  if (typeof manifest.version !== 'number' || manifest.version > FORMAT_VERSION) {
    throw new Unreadable('A newer version of this software has made it: update this site first.')
  }
  const site = isRecord(manifest.site) ? manifest.site : {}
  const texts = recordsIn(manifest.texts).flatMap<ManifestText>(({ kind, id, folder, version, body }) =>
    typeof id === 'string' && typeof folder === 'string'
      ? [{ kind: kind as ManifestText['kind'], id, folder, version: Number(version), body: String(body) }]
      : [],
  )
  return {
    format: FORMAT,
    version: manifest.version,
    site: { name: String(site.name ?? ''), url: typeof site.url === 'string' ? site.url : '' },
    texts,
    files: isRecord(manifest.files) ? (manifest.files as Manifest['files']) : {},
    missing: [],
  }
}

async function oldAddresses(source: Source): Promise<Array<{ from: string; id: string }>> {
  if (!source.paths.includes(ADDRESSES)) return []
  return recordsIn(await readJson(source, ADDRESSES)).flatMap(({ from, id }) =>
    typeof from === 'string' && typeof id === 'string' ? [{ from, id }] : [],
  )
}

function remarkOfChanged(kind: 'note' | 'project'): string {
  return kind === 'note'
    ? 'Its Markdown was changed since the export, and counts.'
    : 'The text below the front matter was changed since the export: what counts is `description`.'
}

function plainField(data: FrontMatter, name: string): string {
  const value = field(data, name)
  return typeof value === 'string' ? value : ''
}

function factsOf(data: FrontMatter) {
  const [role, forWhom, period, state] = ['role', 'forWhom', 'period', 'state'].map((name) => textField(data, name))
  return { role, forWhom, period, state, isPinned: flagField(data, 'pinned') === true }
}

function picturesOf(data: FrontMatter): Array<{ src: string; alt: string }> {
  const pictures = field(data, 'pictures')
  return (Array.isArray(pictures) ? pictures : []).flatMap((one) =>
    isRecord(one) && typeof one.src === 'string'
      ? [{ src: one.src, alt: typeof one.alt === 'string' ? one.alt : '' }]
      : [],
  )
}

function hashOf(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex')
}
