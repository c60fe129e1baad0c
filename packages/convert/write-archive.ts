import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { ArchiveWriter } from './archive/archive-writer'
import { FOLDERS, type ManifestText, SETTINGS } from './archive/layout'
import { FileNames } from './archive/names'
import { type Item, openConversion, pictureFault, refusalsOf } from './convert-source'
import { type ConvertOptions, LIMITS, Unreadable } from './model'
import { extensionOf, fileName, withoutExtension } from './source/names'
import { withoutQuery, withoutSlashes } from './source/scan'

const GROUPS_REPORTED = 20

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
      const position = kind === 'project' ? 'project' : 'note'
      const name = withoutExtension(fileName(withoutSlashes(withoutQuery(paths[0] ?? '')))) || title
      if (!folders.has(identity)) folders.set(identity, `${FOLDERS[position]}/${names[position].take(name, position)}`)
    }
    const site = { name: reader.site, url: reader.base ?? '' }
    const writer = new ArchiveWriter(createWriteStream(target, { mode: 0o600 }), site)
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
          try {
            const bytes = await source.read(path, LIMITS.picture)
            await writer.picture(`${folder}/${name}`, Readable.from([bytes]), { alt: '' })
          } catch (error) {
            if (!(error instanceof Unreadable)) throw error
            item.lost.push(`The picture ${path}: ${error.message}`)
          }
        }
        await writer.text(entryOf(item, folder), { head: headOf(item), markdown: '', html: item.html })
      } else writer.list(entryOf(item, ''))
      pictures = new Map()
      namesHere = new FileNames()
      done += 1
      onProgress(done, total)
    }
    if (reader.zone) await writer.json(SETTINGS, { timeZone: reader.zone })
    writer.manifest.from = {
      ...{ kind: reader.kind, site: reader.site, folders: reader.folders ?? [], addresses: reader.addresses ?? null },
      refused: refusalsOf(conversion),
      remarks: remarksOf(groups),
    }
    await writer.finish()
  } finally {
    await conversion.close()
  }
}

/** Categories and series, which a site has none of, once for all texts. */
function remarksOf(groups: Map<string, number>): string[] {
  if (groups.size === 0) return []
  const sorted = [...groups].sort(([, one], [, other]) => other - one)
  const rest = sorted.length > GROUPS_REPORTED ? `, and ${sorted.length - GROUPS_REPORTED} more` : ''
  const names = sorted.slice(0, GROUPS_REPORTED).map(([name, count]) => `${name} (${count})`)
  return [`Categories and series are not imported: ${names.join(', ')}${rest}.`]
}

function headOf({ title, date, updated, status, slug, tech, about, repo, link }: Item) {
  return {
    title,
    ...(date ? { date: new Date(date) } : {}),
    ...(updated ? { lastmod: updated } : {}),
    draft: status === 'draft',
    ...{ slug, tags: tech, repo, link, description: about },
  }
}

/** @param folder "" for one that is not taken */
function entryOf(item: Item, folder: string): Omit<ManifestText, 'body'> {
  const { source, kind, identity, hash, action, reason, title, paths, date, status, tech, pictures, lost } = item
  return {
    ...{ kind: kind === 'project' ? 'project' : 'note', id: '', folder, version: 0 },
    converted: { source, kind, identity, hash, action, reason, title, paths, date, status, tech, pictures, lost },
  }
}
