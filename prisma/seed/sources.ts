import { readFileSync } from 'node:fs'
import path from 'node:path'

/** Of the working directory and not of this file: a bundle may carry the code away from what it reads. */
const FOLDER = path.join(process.cwd(), 'prisma', 'seed')

export const PICTURES_FOLDER = path.join(FOLDER, 'pictures')

/**
 * A text of the seed as the editor would write it. The file has a line for each block, so that it can be read and
 * compared; the editor writes none between blocks, and reads each as text.
 */
export function readHtml(file: string): string {
  const source = readFileSync(path.join(FOLDER, file), 'utf8').replaceAll('\r\n', '\n').trim()
  return source
    .split(/(<pre>.*?<\/pre>)/s)
    .map((part) => (part.startsWith('<pre>') ? part : part.replace(/\n+/g, '')))
    .join('')
}
