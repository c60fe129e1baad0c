import { copyFileSync, existsSync, linkSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Holds pictures by a second name, which outlives the first, and answers with those that have no file. A picture's file
 * never changes.
 */
export function linkPictures(uploads: string, linkFolder: string, keys: string[]) {
  return keys.filter((key) => {
    const mine = join(linkFolder, key)
    if (existsSync(mine)) return false
    return !linkFile(join(uploads, key), mine) && !linkFile(join(uploads, `${key}.aside`), mine)
  })
}

/** A file that is set aside has its key before that mark. */
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
  // Some file systems know no second names.
  try {
    copyFileSync(from, to)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false
    throw error
  }
}
