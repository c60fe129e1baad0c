import { copyFileSync, existsSync, linkSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Hard-links images into a folder, so that they survive being deleted from the uploads; returns the keys without a
 * file. The content of an image's file never changes.
 */
export function linkPictures(uploads: string, linkFolder: string, keys: string[]) {
  return keys.filter((key) => {
    const mine = join(linkFolder, key)
    if (existsSync(mine)) return false
    return !linkFile(join(uploads, key), mine) && !linkFile(join(uploads, `${key}.aside`), mine)
  })
}

/** The key of an uploaded file; an unpublished one has a suffix. */
export function keyOf(name: string) {
  return name.replace(/\.aside$/, '')
}

function linkFile(from: string, to: string) {
  try {
    linkSync(from, to)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false
  }
  // Some file systems have no hard links.
  try {
    copyFileSync(from, to)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false
    throw error
  }
}
