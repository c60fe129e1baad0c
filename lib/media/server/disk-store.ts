import { constants } from 'node:fs'
import { mkdir, open, opendir, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { AppError } from '@/lib/http/errors'
import { isFileName, mediaPath } from '@/lib/media/server/file-name'
import type { MediaStore, StoredFile } from '@/lib/media/server/store-driver'

/** A file that is still being written. */
const PART = '.part'
/** An unpublished file: its row is in the trash, and it has no URL. */
const ASIDE = '.aside'

/** The folder of the images; created by the first `put`. */
export function uploadsFolder(dataDir: string): string {
  return path.resolve(dataDir, 'uploads')
}

/**
 * Stores images as files in one folder, readable only by the user of the process. Writes are atomic and survive a power
 * loss.
 */
export function diskStore(dataDir: string): MediaStore {
  const folder = uploadsFolder(dataDir)
  const fileOf = (name: string) => {
    if (!isFileName(name)) throw new Error(`"${name}" is not the name of a stored picture.`)
    return path.join(folder, name)
  }

  return {
    name: 'disk',

    async put(fileName, bytes) {
      const target = fileOf(fileName)
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 })
        await writeDurably(target + PART, bytes)
        await rename(target + PART, target)
        await syncFolder(folder)
      } catch (cause) {
        await rm(target + PART, { force: true }).catch(() => undefined)
        throw new AppError('unavailable', 'The picture could not be stored. Try again in a moment.', { cause })
      }
      return { key: fileName, url: mediaPath(fileName) }
    },

    async open({ key }) {
      const handle =
        (await open(fileOf(key)).catch(ifMissing(null))) ?? (await open(fileOf(key) + ASIDE).catch(ifMissing(null)))
      return handle?.createReadStream({ highWaterMark: 1024 * 1024 }) ?? null
    },

    async remove(keys) {
      for (const key of keys) {
        const isPart = key.endsWith(PART)
        const file = fileOf(isPart ? key.slice(0, -PART.length) : key)
        await rm(file + (isPart ? PART : ''), { force: true })
        if (!isPart) await rm(file + ASIDE, { force: true })
      }
    },

    async unpublish(keys) {
      for (const key of keys) await rename(fileOf(key), fileOf(key) + ASIDE).catch(ifMissing(undefined))
    },

    async republish(keys) {
      for (const key of keys) await rename(fileOf(key) + ASIDE, fileOf(key)).catch(ifMissing(undefined))
    },

    async *list(): AsyncIterable<StoredFile> {
      const entries = await opendir(folder).catch(ifMissing(undefined))
      if (!entries) return
      for await (const entry of entries) {
        const name = entry.name.replace(/\.(part|aside)$/, '')
        if (!entry.isFile() || !isFileName(name)) continue
        const found = await stat(path.join(folder, entry.name)).catch(ifMissing(undefined))
        // Not the mtime: a restored backup may set that to the past.
        const key = entry.name.endsWith(ASIDE) ? name : entry.name
        if (found) yield { key, name: key, storedAt: found.ctime }
      }
    },
  }
}

async function writeDurably(file: string, bytes: Uint8Array): Promise<void> {
  // No two writers have one name; a killed one may have left its part.
  const handle = await open(file, 'w', 0o600)
  try {
    await handle.writeFile(bytes)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Without it a new file's directory entry can be lost in a power loss. */
export async function syncFolder(folder: string): Promise<void> {
  // Windows cannot open a folder as a file, and writes directory entries at once.
  if (process.platform === 'win32') return
  const handle = await open(folder, constants.O_RDONLY)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

function ifMissing<Value>(value: Value): (error: unknown) => Value {
  return (error) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return value
    throw error
  }
}
