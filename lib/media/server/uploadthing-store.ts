import { Readable } from 'node:stream'
import type { UTApi } from 'uploadthing/server'
import { AppError } from '@/lib/http/errors'
import type { MediaStore, StoredFile } from '@/lib/media/server/store-driver'
import { deadline } from '@/lib/platform/server/deadlines'

const LIST_PAGE_FILES = 500
/** The maximum of files in one delete request. */
const REMOVE_BATCH_FILES = 100

/**
 * Stores images at UploadThing, through its SDK on the server. URLs come from the token; tests point the SDK at a
 * stand-in by its own UPLOADTHING_API_URL and UPLOADTHING_INGEST_URL.
 */
export function uploadThingStore(token: string): MediaStore {
  return {
    name: 'uploadthing',

    async put(fileName, bytes, contentType) {
      try {
        const api = await connect(token)
        const { UTFile } = await import('uploadthing/server')
        const file = new UTFile([Buffer.from(bytes)], fileName, { type: contentType })
        const { data, error } = await api.uploadFiles(file, { contentDisposition: 'inline' })
        if (error) throw new Error(`${error.code}: ${error.message}`)
        return { key: data.key, url: data.ufsUrl }
      } catch (cause) {
        throw new AppError('unavailable', 'The picture could not be stored. Try again in a moment.', { cause })
      }
    },

    async open({ url }) {
      const response = await fetch(url, { signal: AbortSignal.timeout(deadline('uploadThing')) })
      if (response.status === 404) return null
      if (!response.ok) throw new Error(`UploadThing answered ${response.status} for a picture.`)
      return Readable.from(Buffer.from(await response.arrayBuffer()))
    },

    async remove(keys) {
      const api = await connect(token)
      for (let at = 0; at < keys.length; at += REMOVE_BATCH_FILES) {
        const { success } = await api.deleteFiles(keys.slice(at, at + REMOVE_BATCH_FILES))
        if (!success) throw new Error('UploadThing did not remove the files.')
      }
    },

    // UploadThing cannot unpublish a file; it is deleted when the trash is emptied.
    async unpublish() {},
    async republish() {},

    async *list(): AsyncIterable<StoredFile> {
      const api = await connect(token)
      for (let offset = 0; ; offset += LIST_PAGE_FILES) {
        const { files, hasMore } = await api.listFiles({ limit: LIST_PAGE_FILES, offset })
        for (const file of files) {
          if (file.status === 'Deletion Pending') continue
          yield { key: file.key, name: file.name, storedAt: new Date(file.uploadedAt) }
        }
        if (!hasMore || files.length === 0) return
      }
    },
  }
}

/** Loads the SDK on first use: most sites store images on disk. */
async function connect(token: string): Promise<UTApi> {
  const { UTApi } = await import('uploadthing/server')
  return new UTApi({
    token,
    // It would log signed URLs; errors are thrown and logged by us.
    logLevel: 'None',
    // The SDK has no timeout of its own.
    fetch: (input, init) => {
      const sent = init as RequestInit | undefined
      const timeout = AbortSignal.timeout(deadline('uploadThing'))
      const signal = sent?.signal ? AbortSignal.any([sent.signal, timeout]) : timeout
      return fetch(input as RequestInfo, { ...sent, signal })
    },
  })
}
