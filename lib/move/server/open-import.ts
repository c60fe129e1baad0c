import { createWriteStream } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { type Archive, readArchive } from '@/lib/move/server/read-archive'
import { processSingleton } from '@/lib/platform/server/process-singleton'
import { type ConvertOptions, Unreadable } from '@/packages/convert/model'
import { openSource } from '@/packages/convert/source/open'
import type { StoredFile } from '@/packages/convert/source/source'
import { streamOf } from '@/packages/convert/source/zip'

export type Conversion = {
  /** What another system exported. */
  from: string
  /** Where the archive goes. */
  target: string
  options: ConvertOptions
  onProgress?: (done: number, total: number) => void
  signal?: AbortSignal
}

/** Converts what other systems export, in a process of its own. Undefined on hosts of functions, which have none. */
export const converter = processSingleton<(conversion: Conversion) => Promise<void>>('converter')

export type ImportOptions = ConvertOptions & {
  /** Whether pictures that stay on the web are copied from there. */
  pictures?: boolean
  /** Whether the settings and the profile of an archive take the place of those that are here. */
  settings?: boolean
}

/**
 * Opens an archive of a site; what another system exported is made one first, in a folder that is removed with it.
 * @throws Unreadable
 */
export async function openImport(
  from: string | StoredFile,
  { onProgress, signal, ...options }: ConvertOptions & Pick<Conversion, 'onProgress' | 'signal'> = {},
): Promise<Archive> {
  const source = await openSource(from)
  const own = await readArchive(source)
  if (own) return own
  await source.close()
  if (!converter.value)
    throw new Unreadable(
      'This host reads archives of Colophon alone. On your own computer, `npm run import -- FILE --archive site.zip` makes one of it: choose that.',
    )
  await removeLeft()
  const folder = await mkdtemp(join(tmpdir(), `colophon-import-${process.pid}-`))
  const remove = () => rm(folder, { recursive: true, force: true })
  try {
    // Else Next takes every file of the checkout for one that this may read, and deploys it.
    const path = typeof from === 'string' ? from : join(/*turbopackIgnore: true*/ folder, basename(from.name) || 'file')
    if (typeof from !== 'string') await pipeline(streamOf(from, 0, from.size), createWriteStream(path, { mode: 0o600 }))
    const target = join(folder, '.archive.zip')
    await converter.value({ from: path, target, options, onProgress, signal })
    const archive = await readArchive(await openSource(target))
    if (!archive) throw new Error('The converter has made no archive.')
    const { close } = archive
    archive.close = async () => {
      await close()
      await remove()
    }
    return archive
  } catch (error) {
    await remove()
    throw error
  }
}

/** What processes that were killed have left: a copy of the file, and the archive. */
async function removeLeft(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const [, pid] = /^colophon-import-(\d+)-/.exec(name) ?? []
    if (pid && !isAlive(Number(pid))) await rm(join(tmpdir(), name), { recursive: true, force: true })
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
