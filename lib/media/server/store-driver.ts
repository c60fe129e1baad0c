import type { Readable } from 'node:stream'

export type StoreName = 'disk' | 'uploadthing'

/** A stored file. `name` begins with the mark given to `newFileName`; `storedAt` is when the store received it. */
export type StoredFile = { key: string; name: string; storedAt: Date }

/** Storage of images. Both drivers fulfil the same contract. */
export interface MediaStore {
  readonly name: StoreName
  /**
   * Stores `bytes` durably under a name from `newFileName`; returns the store's key and the public URL.
   * @throws AppError "unavailable" on failure; a partial file is left to the deletion of orphans
   */
  put(fileName: string, bytes: Uint8Array, contentType: string): Promise<{ url: string; key: string }>
  /** The bytes of a stored file, unpublished or not; null when the store has none. */
  open(file: { key: string; url: string }): Promise<Readable | null>
  /** Deletes files; missing ones are ignored. */
  remove(keys: string[]): Promise<void>
  /** Makes files of trashed rows unreachable without deleting them; does nothing in a store that cannot. */
  unpublish(keys: string[]): Promise<void>
  /** Makes unpublished files reachable again. */
  republish(keys: string[]): Promise<void>
  /** Every stored file, including those of interrupted `put` calls. */
  list(): AsyncIterable<StoredFile>
}
