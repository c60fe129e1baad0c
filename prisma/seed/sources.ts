import { readFileSync } from 'node:fs'
import path from 'node:path'

/** Relative to the working directory, not to this file, which may be bundled elsewhere. */
const FOLDER = path.join(process.cwd(), 'prisma', 'seed')

export const PICTURES_FOLDER = path.join(FOLDER, 'pictures')

/** A JSON file of the seed. */
export const readJson = (file: string) => JSON.parse(readFileSync(path.join(FOLDER, file), 'utf8'))

/**
 * A text of the seed in the editor's format. The file has line breaks between blocks for readability; the editor writes
 * none, and would read each as text.
 */
export function readHtml(file: string): string {
  const source = readFileSync(path.join(FOLDER, file), 'utf8').replaceAll('\r\n', '\n').trim()
  return source
    .split(/(<pre\b.*?<\/pre>)/s)
    .map((part) => (part.startsWith('<pre') ? part : part.replace(/\n+/g, '')))
    .join('')
}
