import { LRUCache } from 'lru-cache'
import { reencode } from '@/lib/cache/content-encoding'

/**
 * Cached pages in the encodings that few clients ask for, made from brotli; the most recent ones are cached. Concurrent
 * requests for one share the work.
 */
export class Reencoded {
  readonly #byEncoding

  constructor(maxBytes: number) {
    const made = (encoding: 'gzip' | 'identity') =>
      new LRUCache<Buffer, Buffer>({
        maxSize: Math.floor(maxBytes / 2),
        sizeCalculation: (body, brotli) => body.length + brotli.length,
        fetchMethod: (brotli) => reencode(brotli, encoding),
        // One that is evicted while it is made is still awaited.
        ignoreFetchAbort: true,
      })
    this.#byEncoding = { gzip: made('gzip'), identity: made('identity') }
  }

  /** `brotli` is known by its identity: another rendering is another buffer. */
  get(brotli: Buffer, encoding: 'gzip' | 'identity'): Promise<Buffer> {
    return this.#byEncoding[encoding].forceFetch(brotli)
  }
}
