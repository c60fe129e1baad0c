import { randomBytes } from 'node:crypto'
import { diskStore } from '@/lib/media/server/disk-store'
import type { PreparedImage } from '@/lib/media/server/image'
import { uploadThingStore } from '@/lib/media/server/uploadthing-store'
import { env } from '@/lib/platform/server/env'

export type StoreName = 'disk' | 'uploadthing'

/** A file a store holds. `name` begins with the mark it was put under; `storedAt` is when the store got it. */
export type StoredFile = { key: string; name: string; storedAt: Date }

/** Where pictures are kept. The two drivers promise the same. */
export interface MediaStore {
  readonly name: StoreName
  /**
   * Keeps `bytes` durably under a name made by `newFileName`, and answers with the key the store knows it by and the
   * address a browser loads it from.
   * @throws AppError "unavailable" when it could not; if anything was left of the try, it is an orphan for the sweep
   */
  put(fileName: string, bytes: Uint8Array, contentType: string): Promise<{ url: string; key: string }>
  /** Removes files; those that are not there are not missed. */
  remove(keys: string[]): Promise<void>
  /** Takes files from their addresses without losing them, for rows in the trash; a store on the web may not be able to. */
  setAside(keys: string[]): Promise<void>
  /** Puts files that were set aside back at their addresses. */
  bringBack(keys: string[]): Promise<void>
  /** Every file held, with those a broken-off `put` left. */
  list(): AsyncIterable<StoredFile>
}

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
