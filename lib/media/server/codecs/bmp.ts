import { brokenImage, checkSize, unknownBitmap } from '@/lib/media/server/codecs/image-errors'

/** Decoded pixels, four bytes each in the order red, green, blue, alpha; the top row first. */
export type RawImage = { width: number; height: number; pixels: Uint8Array; opaque: boolean }

type Header = {
  width: number
  height: number
  topDown: boolean
  bitsPerPixel: number
  hasAlpha: boolean
  palette: Uint32Array
  /** Where the pixels start when nothing else says so. */
  endOfTables: number
}

const FILE_HEADER_BYTES = 14
const DEPTHS = [1, 4, 8, 24, 32]
const OPAQUE_BLACK = rgba(0, 0, 0, 255)
/** What red, green and blue of 32 bits are, as without masks. */
const USUAL_MASKS = [0xff0000, 0xff00, 0xff]

/**
 * Decodes a Windows bitmap of 1, 4, 8, 24 or 32 bits a pixel that is not compressed; sharp reads none.
 * @throws AppError "unprocessable" when it is damaged or of another kind, or has too many pixels or too long a side
 *   (before memory is taken)
 */
export function decodeBmp(bytes: Uint8Array): RawImage {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return reading(() => {
    const header = readHeader(view, FILE_HEADER_BYTES, false)
    const stated = view.getUint32(10, true)
    return decodePixels(view, header, stated === 0 ? header.endOfTables : stated)
  })
}

/**
 * Decodes the bitmap inside an icon: no file header, twice the height, a mask of transparent pixels behind it.
 * @throws AppError "unprocessable" as `decodeBmp` does
 */
export function decodeIconBitmap(bytes: Uint8Array): RawImage {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return reading(() => {
    const header = readHeader(view, 0, true)
    const { width, height, bitsPerPixel } = header
    const picture = decodePixels(view, { ...header, hasAlpha: bitsPerPixel === 32 }, header.endOfTables)
    const hasAlpha = bitsPerPixel === 32 && picture.pixels.some((value, index) => index % 4 === 3 && value !== 0)
    if (hasAlpha) return picture
    const maskAt = header.endOfTables + bytesPerRow(width, bitsPerPixel) * height
    return applyMask(view, maskAt, picture)
  })
}

/** A read past the end is a truncated file, not a fault of ours. */
function reading(decode: () => RawImage): RawImage {
  try {
    return decode()
  } catch (error) {
    if (error instanceof RangeError) throw brokenImage(error)
    throw error
  }
}

function readHeader(view: DataView, at: number, isIcon: boolean): Header {
  const size = view.getUint32(at, true)
  if (size === 12) throw unknownBitmap()
  if (size < 40 || size > 124) throw brokenImage()
  const width = view.getInt32(at + 4, true)
  const signedHeight = view.getInt32(at + 8, true)
  const height = isIcon ? Math.abs(signedHeight) / 2 : Math.abs(signedHeight)
  if (width < 1 || height < 1 || !Number.isInteger(height)) throw brokenImage()
  checkSize(width, height)

  const bitsPerPixel = view.getUint16(at + 14, true)
  const compression = view.getUint32(at + 16, true)
  // What programs write for 32 bits with transparency has masks, though the usual ones.
  const hasMasks = compression === 3 && bitsPerPixel === 32 && size >= 56
  const hasUsualMasks =
    hasMasks && USUAL_MASKS.every((mask, index) => view.getUint32(at + 40 + 4 * index, true) === mask)
  if (!DEPTHS.includes(bitsPerPixel) || (compression !== 0 && !hasUsualMasks)) throw unknownBitmap()
  const hasAlpha = hasMasks && view.getUint32(at + 52, true) === 0xff000000

  let endOfTables = at + size
  let palette = new Uint32Array(0)
  if (bitsPerPixel <= 8) {
    const most = 2 ** bitsPerPixel
    const used = view.getUint32(at + 32, true)
    const entries = used === 0 || used > most ? most : used
    palette = new Uint32Array(most).fill(OPAQUE_BLACK)
    for (let entry = 0; entry < entries; entry += 1, endOfTables += 4) palette[entry] = colourAt(view, endOfTables)
  }
  return { width, height, topDown: signedHeight < 0, bitsPerPixel, hasAlpha, palette, endOfTables }
}

function decodePixels(view: DataView, header: Header, pixelsAt: number): RawImage {
  const { width, height, topDown, bitsPerPixel, hasAlpha, palette } = header
  const rowBytes = bytesPerRow(width, bitsPerPixel)
  // The padding of the last row may be missing; a pixel may not.
  const needed = rowBytes * (height - 1) + Math.ceil((width * bitsPerPixel) / 8)
  if (pixelsAt + needed > view.byteLength) throw brokenImage()

  const lowBits = 2 ** bitsPerPixel - 1
  const pixelAt = (row: number, x: number) => {
    const bit = x * bitsPerPixel
    const at = row + (bit >> 3)
    if (bitsPerPixel > 8) return colourAt(view, at, hasAlpha ? view.getUint8(at + 3) : 255)
    return palette[(view.getUint8(at) >> (8 - bitsPerPixel - (bit & 7))) & lowBits] ?? OPAQUE_BLACK
  }
  const out = new Uint32Array(width * height)
  for (let y = 0; y < height; y += 1) {
    const target = (topDown ? y : height - 1 - y) * width
    for (let x = 0; x < width; x += 1) out[target + x] = pixelAt(pixelsAt + y * rowBytes, x)
  }
  return { width, height, pixels: new Uint8Array(out.buffer), opaque: !hasAlpha }
}

/** Blue, green, red: the order of the file. */
function colourAt(view: DataView, at: number, alpha = 255): number {
  return rgba(view.getUint8(at + 2), view.getUint8(at + 1), view.getUint8(at), alpha)
}

/** Makes the pixels under the mask transparent; a missing mask hides nothing. */
function applyMask(view: DataView, maskAt: number, picture: RawImage): RawImage {
  const { width, height, pixels } = picture
  const rowBytes = bytesPerRow(width, 1)
  const hasMask = maskAt + rowBytes * height <= view.byteLength
  for (let y = 0; y < height; y += 1) {
    const row = maskAt + (height - 1 - y) * rowBytes
    for (let x = 0; x < width; x += 1) {
      const hidden = hasMask && ((view.getUint8(row + (x >> 3)) >> (7 - (x & 7))) & 1) === 1
      pixels[(y * width + x) * 4 + 3] = hidden ? 0 : 255
    }
  }
  return { ...picture, opaque: !hasMask }
}

/** Rows are padded to four bytes. */
function bytesPerRow(width: number, bitsPerPixel: number): number {
  return Math.ceil((width * bitsPerPixel) / 32) * 4
}

/** One pixel as the 32-bit word whose bytes in memory are r, g, b, a (every platform of Node is little-endian). */
function rgba(red: number, green: number, blue: number, alpha: number): number {
  return ((alpha << 24) | (blue << 16) | (green << 8) | red) >>> 0
}
