import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import Negotiator from 'negotiator'

export const ENCODINGS = ['br', 'gzip', 'identity'] as const
export type Encoding = (typeof ENCODINGS)[number]

/** Compressed, less would be as many packets. */
const WORTH_BYTES = 1_024
const COMPRESSIBLE = /^(text\/|application\/(json|javascript|xml|(rss|atom|ld|feed)\+|manifest\+json)|image\/svg)/

const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)

/** Browsers send a handful of different headers, over and over. */
const chosen = new LRUCache<string, Encoding>({ max: 200 })

/** Newer than what its types know: among encodings the client likes equally, the server's choice. */
type Negotiates = { encoding(available: string[], options: { preferred: string[] }): string | undefined }

/** The encoding the client likes best, of several the smallest; "identity" when it names none. */
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

/** `level`: "kept" for what is sent many times, "once" for what is sent as soon as it is compressed. */
export function compress(body: Buffer, encoding: 'br' | 'gzip', level: 'kept' | 'once'): Promise<Buffer> {
  if (encoding === 'gzip') return gzipped(body, { level: level === 'kept' ? 9 : 5 })
  return brotli(body, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: level === 'kept' ? 9 : 4,
      [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
      // With the default window quality 9 takes 32 MB of tables for each page under way, and five times as long.
      [constants.BROTLI_PARAM_LGWIN]: 16,
    },
  })
}
