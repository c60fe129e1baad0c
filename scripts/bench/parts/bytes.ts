import { setTimeout as delay } from 'node:timers/promises'
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib'
import { onSite, rawGet } from '../bench-site'
import { row } from '../report'
import { samplePages } from '../sample-pages'

/** What a server may send before it hears from the client: ten packets. */
const FLIGHT_BYTES = 14_600
/** A page that is asked for again is compressed once more, in spare time. */
const RECOMPRESSED_MS = 30_000

const PARTS = {
  'React’s data': /<script[^>]*>(?:\(self|self)\.__next_f[\s\S]*?<\/script>/g,
  styles: /<style[\s\S]*?<\/style>/g,
  head: /<(?:meta|link|title)\b[^>]*>(?:[^<]*<\/title>)?|<script[^>]*\bsrc=[^>]*><\/script>/g,
  content: /<body[\s\S]*<\/body>/g,
}

/** React's data comes after it. */
const END_OF_CONTENT = '</footer>'

/** What a browser gets of each page, what it needs to show all of it, and what each part costs, taken out one by one. */
export async function measure(): Promise<void> {
  await onSite(async ({ baseUrl }) => {
    const pages = Object.entries(await samplePages(baseUrl))
    const sent = () => Promise.all(pages.map(([, path]) => rawGet(baseUrl + path, { 'Accept-Encoding': 'br' })))
    await sent()
    await sent()
    await delay(RECOMPRESSED_MS)
    for (const [index, { body }] of (await sent()).entries()) {
      const [name = '', path = ''] = pages[index] ?? []
      let rest = await (await fetch(baseUrl + path)).text()
      const parts = Object.entries(PARTS).map(([part, pattern]) => {
        const before = brotliCompressSync(rest).length
        rest = rest.replace(pattern, '')
        return `${part} ${before - brotliCompressSync(rest).length}`
      })
      row(`bytes of ${name}, br`, String(body.length), parts.join(', '), `≤ ${FLIGHT_BYTES}`)
      row(`of it to show ${name}`, String(bytesUntil(END_OF_CONTENT, body)), '', `≤ ${FLIGHT_BYTES}`)
    }
  })
}

/** How many bytes of a compressed page a browser needs until it has everything before the last `end`. */
function bytesUntil(end: string, compressed: Buffer): number {
  const length = decoded(compressed).lastIndexOf(end)
  let [tooFew, enough] = [0, compressed.length]
  while (enough - tooFew > 1) {
    const middle = (tooFew + enough) >> 1
    if (decoded(compressed.subarray(0, middle)).length < length) tooFew = middle
    else enough = middle
  }
  return enough
}

/** The text that these first bytes of a compressed page hold. */
const decoded = (part: Buffer): Buffer => brotliDecompressSync(part, { finishFlush: constants.BROTLI_OPERATION_FLUSH })
