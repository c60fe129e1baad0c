import { randomBytes } from 'node:crypto'
import { diskStore } from '@/lib/media/server/disk-store'
import type { PreparedImage } from '@/lib/media/server/image'
import type { MediaStore } from '@/lib/media/server/store-driver'
import { uploadThingStore } from '@/lib/media/server/uploadthing-store'
import { env } from '@/lib/platform/server/env'

/** The store of new images: UploadThing when its token is set, else a folder in DATA_DIR. */
export function mediaStore(): MediaStore {
  return storeNamed(env().UPLOADTHING_TOKEN ? 'uploadthing' : 'disk')
}

/**
 * The store of a `Media` row, which may not be the current one.
 * @throws Error when it is UploadThing and its token is unset
 */
export function storeNamed(name: string): MediaStore {
  if (name === 'disk') return diskStore(env().DATA_DIR)
  const token = env().UPLOADTHING_TOKEN
  if (name !== 'uploadthing' || !token) throw new Error(`The picture store "${name}" is not set up.`)
  return uploadThingStore(token)
}

/** An unguessable name without any part of the original one; `mark` identifies the database (`storeMark`). */
export function newFileName(mark: string, extension: PreparedImage['extension']): string {
  return `${mark}-${randomBytes(16).toString('hex')}.${extension}`
}
