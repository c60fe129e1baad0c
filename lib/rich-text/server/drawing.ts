import createDOMPurify, { type DOMPurify } from 'dompurify'
import { JSDOM } from 'jsdom'

/** A larger drawing is a photograph or a map: its parser would take minutes. */
const DRAWING_MAX_BYTES = 1_048_576
const SIDE_MAX_PIXELS = 16_383
const FALLBACK = { width: 300, height: 150 }

export type Drawing = { svg: string; width: number; height: number }

/** Whether a file is a drawing (SVG), by its beginning. */
export function isDrawing(bytes: Uint8Array): boolean {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 4_096)).toString('utf8')
  return /^\ufeff?\s*<(?:\?xml|!--|!doctype svg|svg[\s>])/i.test(start) && /<svg[\s>]/i.test(start)
}

/**
 * A drawing of which nothing runs and nothing is loaded from elsewhere: without scripts, handlers, foreign markup,
 * entities and links. Null for what is none, or is too large to be read.
 */
export function sanitiseDrawing(bytes: Uint8Array): Drawing | null {
  const source = Buffer.from(bytes).toString('utf8')
  if (bytes.byteLength > DRAWING_MAX_BYTES || /<!ENTITY/i.test(source)) return null
  const clean = ownPurifier().sanitize(source.slice(source.search(/<svg[\s>]/i)), {
    USE_PROFILES: { svg: true, svgFilters: true },
    ADD_TAGS: ['use'],
  })
  if (!/^<svg[\s>]/.test(clean)) return null
  const svg = clean
    // An address within the drawing, or a picture in it, is all that may be named.
    .replace(/\s(?:xlink:)?href="(?!#|data:image\/(?:png|jpeg|gif|webp);base64,)[^"]*"/g, '')
    .replace(/url\(([^()]*)\)/g, (whole, address: string) =>
      /^(?:["']|&quot;)?#/.test(address.trim()) ? whole : 'none',
    )
    .replace(/@import[^;<]*;?/g, '')
    .replaceAll('&nbsp;', '&#160;')
  const [start = ''] = /^<svg[^>]*>/.exec(svg) ?? []
  const spaces = [
    / xmlns="/.test(start) ? '' : ' xmlns="http://www.w3.org/2000/svg"',
    svg.includes('xlink:') && !/ xmlns:xlink="/.test(start) ? ' xmlns:xlink="http://www.w3.org/1999/xlink"' : '',
  ].join('')
  return { svg: `<svg${spaces}${svg.slice(4)}`, ...sizeOf(start) }
}

let purifier: DOMPurify | undefined

/** Not the one of texts, whose hooks know no drawing. */
function ownPurifier(): DOMPurify {
  purifier ??= createDOMPurify(new JSDOM('').window)
  if (!purifier.isSupported) throw new Error('DOMPurify has no working DOM here; it would return its input untouched')
  return purifier
}

function sizeOf(start: string): { width: number; height: number } {
  const length = (name: string) => Number(new RegExp(` ${name}="([\\d.]+)(?:px)?"`).exec(start)?.[1] ?? 0)
  const [, , wide = 0, high = 0] = (/ viewBox="([^"]*)"/.exec(start)?.[1] ?? '').split(/[\s,]+/).map(Number)
  const width = length('width') || (length('height') && high ? (length('height') * wide) / high : wide)
  const height = length('height') || (width && wide ? (width * high) / wide : high)
  const pixels = (side: number) => Math.min(SIDE_MAX_PIXELS, Math.max(1, Math.round(side)))
  return width > 0 && height > 0 ? { width: pixels(width), height: pixels(height) } : FALLBACK
}
