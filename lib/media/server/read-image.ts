import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { AppError } from '@/lib/http/errors'
import { uploadsFolder } from '@/lib/media/server/disk-store'
import { isFileName, mediaPath } from '@/lib/media/server/file-name'
import { deadline } from '@/lib/platform/server/deadlines'
import { env } from '@/lib/platform/server/env'

/**
 * The bytes of a stored image, by the address its row has: ours, or that of the store that keeps it.
 * @throws AppError "unavailable"
 */
export async function readImage(url: string): Promise<Uint8Array> {
  const name = path.posix.basename(url)
  try {
    if (isFileName(name) && url === mediaPath(name))
      return await readFile(path.join(uploadsFolder(env().DATA_DIR), name))
    const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(deadline('pictureRead')) })
    if (!response.ok) throw new Error(`The store answered ${response.status}.`)
    return new Uint8Array(await response.arrayBuffer())
  } catch (cause) {
    throw new AppError('unavailable', 'The picture could not be read. Try again in a moment.', { cause })
  }
}
