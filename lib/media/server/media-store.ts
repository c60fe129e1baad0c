import { randomBytes } from 'node:crypto'
import { diskStore } from '@/lib/media/server/disk-store'
import type { PreparedImage } from '@/lib/media/server/image'
import type { MediaStore } from '@/lib/media/server/store-driver'
import { uploadThingStore } from '@/lib/media/server/uploadthing-store'
import { env } from '@/lib/platform/server/env'

/** The store new pictures go to: UploadThing when its token is set, else a folder under DATA_DIR. */
export function mediaStore(): MediaStore {
  return storeNamed(env().UPLOADTHING_TOKEN ? 'uploadthing' : 'disk')
}

/**
 * The store that a `Media` row names: it may not be the one in use today.
 * @throws Error when it is UploadThing and its token is gone
 */
export function storeNamed(name: string): MediaStore {
  if (name === 'disk') return diskStore(env().DATA_DIR)
  const token = env().UPLOADTHING_TOKEN
  if (name !== 'uploadthing' || !token) throw new Error(`The picture store "${name}" is not set up.`)
  return uploadThingStore(token)
}

/** A name nobody can guess, with nothing of the uploader's in it; `mark` says whose file it is (`storeMark`). */
export function newFileName(mark: string, extension: PreparedImage['extension']): string {
  return `${mark}-${randomBytes(16).toString('hex')}.${extension}`
}
