import { promisify } from 'node:util'
import { brotliCompress, constants, gunzip, gzip } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import Negotiator from 'negotiator'

const ENCODINGS = ['br', 'gzip', 'identity'] as const
export type Encoding = (typeof ENCODINGS)[number]

/** Below this, compression saves no packet. */
const WORTH_BYTES = 1_024
const COMPRESSIBLE = /^(text\/|application\/(json|javascript|xml|(rss|atom|ld|feed)\+|manifest\+json)|image\/svg)/

const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)

/** What `compress` has made as gzip, as it was. */
export const decompress = promisify(gunzip)

/** Browsers send only a handful of different headers. */
const chosen = new LRUCache<string, Encoding>({ max: 200 })

/** Missing from the package's types: the server's preference among encodings the client rates equally. */
type Negotiates = { encoding(available: string[], options: { preferred: string[] }): string | undefined }

/** The encoding the client prefers, the smallest of several; "identity" when the header names none of ours. */
export function chooseEncoding(header: string | undefined): Encoding {
  if (!header) return 'identity'
  const known = chosen.get(header)
  if (known) return known
  const negotiator = new Negotiator({ headers: { 'accept-encoding': header } }) as Negotiates
  const encoding = (negotiator.encoding([...ENCODINGS], { preferred: ['br', 'gzip'] }) ?? 'identity') as Encoding
  chosen.set(header, encoding)
  return encoding
}

export function isCompressible(contentType: string, bytes: number): boolean {
  return bytes >= WORTH_BYTES && COMPRESSIBLE.test(contentType)
}

/**
 * Brotli's quality for a body that is sent as soon as it is compressed, and for one that is cached. Of a page of 145 kB 4
 * makes 18.0 kB in 1 ms, 8 makes 15.9 in 2 ms and 9 would make 15.7 in 16 ms, because it begins with 32 MiB of fresh
 * memory.
 */
const QUALITY = { once: 4, cached: 8 }
const LARGE_BYTES = 1024 * 1024

/** The window has to span a page: Next repeats its texts in its flight data, some 100 kB further on. */
export async function compress(body: Buffer, encoding: 'br' | 'gzip', level: keyof typeof QUALITY): Promise<Buffer> {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: body.length > LARGE_BYTES ? QUALITY.once : QUALITY[level],
    [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
    [constants.BROTLI_PARAM_LGWIN]: 18,
  }
  const compressed = await (encoding === 'gzip' ? gzipped(body, { level: 5 }) : brotli(body, { params }))
  return level === 'once' ? compressed : exact(compressed)
}

/** The same bytes in memory of their own: what zlib returns is a part of a block of 16 KB, which it would keep. */
function exact(body: Buffer): Buffer {
  const copy = Buffer.allocUnsafeSlow(body.length)
  body.copy(copy)
  return copy
}
