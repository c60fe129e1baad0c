import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { FOLDERS, FORMAT, FORMAT_VERSION, MANIFEST, type Manifest, SETTINGS, STORED, TEXT } from './archive/layout'
import { FileNames } from './archive/names'
import { frontMatter } from './archive/write-front-matter'
import { type ZipWriter, zipTo } from './archive/zip-writer'
import { type Item, openConversion, pictureFault, refusalsOf } from './convert-source'
import { type ConvertOptions, LIMITS, Unreadable } from './model'
import { extensionOf, fileName, withoutExtension } from './source/names'
import { withoutQuery, withoutSlashes } from './source/scan'

/** ZIP knows no time before; the same source gives the same bytes. */
const EPOCH = new Date('1980-01-01T00:00:00Z')
const NO_BODY = createHash('sha256').update('').digest('hex')
const GROUPS_TOLD = 20

/**
 * Converts what another system exports into an archive of a site.
 * @param from a file, a ZIP or a folder
 * @param target the archive's own file
 * @param onProgress called after each text
 * @throws Unreadable
 */
export async function convertToArchive(
  from: string,
  target: string,
  options: ConvertOptions = {},
  onProgress: (done: number, total: number) => void = () => {},
): Promise<void> {
  const conversion = await openConversion(from, options)
  const { reader, source, taken, total, groups } = conversion
  try {
    const names = { note: new FileNames(), project: new FileNames() }
    const folders = new Map<string, string>()
    for (const { identity, kind, title, paths } of taken) {
      const place = kind === 'project' ? 'project' : 'note'
      const name = withoutExtension(fileName(withoutSlashes(withoutQuery(paths[0] ?? '')))) || title
      if (!folders.has(identity)) folders.set(identity, `${FOLDERS[place]}/${names[place].take(name, place)}`)
    }
    const zip = zipTo(createWriteStream(target, { mode: 0o600 }))
    const manifest: Manifest = {
      ...{ format: FORMAT, version: FORMAT_VERSION, site: { name: reader.site, url: reader.base ?? '' } },
      ...{ texts: [], files: {}, missing: [] },
    }
    const writer = new ArchiveWriter(zip, manifest)
    let pictures = new Map<string, string>()
    let namesHere = new FileNames()
    const placing = {
      addressOf: (identity: string) => {
        const folder = folders.get(identity)
        return folder ? `../../${folder.slice('content/'.length)}/` : null
      },
      pictureOf: (file: { path: string } | { address: string }) => {
        // Pages load pictures over https alone.
        if ('address' in file) return { url: file.address.replace(/^http:/i, 'https:') }
        const reason = pictureFault(file.path)
        if (reason) return { reason }
        const known = pictures.get(file.path)
        const name = known ?? namesHere.take(withoutExtension(fileName(file.path)), 'picture', extensionOf(file.path))
        pictures.set(file.path, name)
        return { url: name }
      },
    }
    let done = 0
    for await (const item of conversion.items(placing)) {
      if (item.action === 'create') {
        const folder = folders.get(item.identity) ?? ''
        for (const [path, name] of pictures) {
          const problem = await writer.picture(
            `${folder}/${name}`,
            () => source.read(path, LIMITS.picture),
            reader.altOf?.(path),
          )
          if (problem) item.lost.push(`The picture ${path}: ${problem}`)
        }
        await writer.text(item, folder)
      } else writer.skipped(item)
      pictures = new Map()
      namesHere = new FileNames()
      done += 1
      onProgress(done, total)
    }
    if (reader.zone) await writer.file(SETTINGS, `${JSON.stringify({ timeZone: reader.zone }, null, 2)}\n`)
    manifest.from = {
      ...{ kind: reader.kind, site: reader.site, folders: reader.folders ?? [], addresses: reader.addresses ?? null },
      refused: refusalsOf(conversion),
      remarks: remarksOf(groups),
    }
    await zip.add(MANIFEST, `${JSON.stringify(manifest, null, 1)}\n`, { time: EPOCH })
    await zip.finish()
  } finally {
    await conversion.close()
  }
}

/** Categories and series, which a site has none of, once for all texts. */
function remarksOf(groups: Map<string, number>): string[] {
  if (groups.size === 0) return []
  const sorted = [...groups].sort(([, one], [, other]) => other - one)
  const rest = sorted.length > GROUPS_TOLD ? `, and ${sorted.length - GROUPS_TOLD} more` : ''
  const names = sorted.slice(0, GROUPS_TOLD).map(([name, count]) => `${name} (${count})`)
  return [`Categories and series are not imported: ${names.join(', ')}${rest}.`]
}

class ArchiveWriter {
  constructor(
    private readonly zip: ZipWriter,
    private readonly manifest: Manifest,
  ) {}

  async file(path: string, content: string): Promise<void> {
    this.manifest.files[path] = await this.zip.add(path, content, { time: EPOCH })
  }

  /** Stores a picture; returns why it cannot be read. */
  async picture(path: string, read: () => Promise<Buffer>, alt = ''): Promise<string | null> {
    try {
      const file = await this.zip.add(path, Readable.from([await read()]), { time: EPOCH, isPacked: true })
      this.manifest.files[path] = alt === '' ? file : { ...file, alt }
      return null
    } catch (error) {
      if (error instanceof Unreadable) return error.message
      throw error
    }
  }

  async text(item: Item, folder: string): Promise<void> {
    const { title, date, updated, status, slug, tech, about, repo, link, html } = item
    const head = frontMatter({
      title,
      ...(date ? { date: new Date(date) } : {}),
      ...(updated ? { lastmod: updated } : {}),
      draft: status === 'draft',
      ...{ slug, tags: tech, repo, link, description: about },
    })
    await this.file(`${folder}/${TEXT}`, head)
    await this.file(`${folder}/${STORED}`, html)
    this.add(item, folder)
  }

  skipped(item: Item): void {
    this.add(item, '')
  }

  private add(item: Item, folder: string): void {
    const { source, kind, identity, hash, action, reason, title, paths, date, status, tech, pictures, lost } = item
    this.manifest.texts.push({
      ...{ kind: kind === 'project' ? 'project' : 'note', id: '', folder, version: 0, body: NO_BODY },
      converted: { source, kind, identity, hash, action, reason, title, paths, date, status, tech, pictures, lost },
    })
  }
}
