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
  unpublish(keys: string[]): Promise<void>
  /** Puts files that were set aside back at their addresses. */
  republish(keys: string[]): Promise<void>
  /** Every file held, with those a broken-off `put` left. */
  list(): AsyncIterable<StoredFile>
}
