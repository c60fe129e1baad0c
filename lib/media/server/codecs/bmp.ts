import { brokenImage, checkSize } from '@/lib/media/server/codecs/image-errors'

/** Decoded pixels, four bytes each in the order red, green, blue, alpha; the top row first. */
export type RawImage = { width: number; height: number; pixels: Uint8Array; opaque: boolean }

type Header = {
  width: number
  height: number
  topDown: boolean
  bitsPerPixel: number
  compression: number
  /** Red, green, blue and alpha; an alpha of 0 means that there is none. */
  masks: [number, number, number, number]
  palette: Uint32Array
  /** Where the pixels start when nothing else says so. */
  endOfTables: number
}

const FILE_HEADER_BYTES = 14
const RGB = 0
const RLE8 = 1
const RLE4 = 2
const BITFIELDS = 3
const ALPHA_BITFIELDS = 6
const DEPTHS_OF: Record<number, readonly number[]> = {
  [RGB]: [1, 4, 8, 16, 24, 32],
  [RLE8]: [8],
  [RLE4]: [4],
  [BITFIELDS]: [16, 32],
  [ALPHA_BITFIELDS]: [16, 32],
}
const OPAQUE_BLACK = rgba(0, 0, 0, 255)

/**
 * Decodes a Windows bitmap of 1 to 32 bits a pixel, run-length encoded ones included; sharp reads none of them.
 * @throws AppError "unprocessable" when it is damaged, or has too many pixels or too long a side (before memory is taken)
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
    if (bitsPerPixel === 32 && header.masks[3] === 0) header.masks[3] = 0xff000000
    const picture = decodePixels(view, header, header.endOfTables)
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
  const isCore = size === 12
  if (!isCore && (size < 40 || size > 124)) throw brokenImage()
  const width = isCore ? view.getUint16(at + 4, true) : view.getInt32(at + 4, true)
  const signedHeight = isCore ? view.getUint16(at + 6, true) : view.getInt32(at + 8, true)
  const height = isIcon ? Math.abs(signedHeight) / 2 : Math.abs(signedHeight)
  if (width < 1 || height < 1 || !Number.isInteger(height)) throw brokenImage()
  checkSize(width, height)

  const bitsPerPixel = view.getUint16(at + (isCore ? 10 : 14), true)
  const compression = isCore ? RGB : view.getUint32(at + 16, true)
  if (!DEPTHS_OF[compression]?.includes(bitsPerPixel)) throw brokenImage()
  const topDown = signedHeight < 0
  if (topDown && (compression === RLE8 || compression === RLE4)) throw brokenImage()

  let masks: Header['masks'] = bitsPerPixel === 16 ? [0x7c00, 0x3e0, 0x1f, 0] : [0xff0000, 0xff00, 0xff, 0]
  let endOfTables = at + size
  if (compression === BITFIELDS || compression === ALPHA_BITFIELDS) {
    const masksAt = at + 40
    const mask = (index: number) => view.getUint32(masksAt + index * 4, true)
    const hasAlpha = size >= 56 || compression === ALPHA_BITFIELDS
    masks = [mask(0), mask(1), mask(2), hasAlpha ? mask(3) : 0]
    // The shortest header has its masks behind it; the longer ones include them.
    if (size === 40) endOfTables += compression === ALPHA_BITFIELDS ? 16 : 12
  }

  const entryBytes = isCore ? 3 : 4
  const used = isCore ? 0 : view.getUint32(at + 32, true)
  let palette = new Uint32Array(0)
  if (bitsPerPixel <= 8) {
    const most = 2 ** bitsPerPixel
    const entries = used === 0 || used > most ? most : used
    palette = new Uint32Array(most).fill(OPAQUE_BLACK)
    for (let entry = 0; entry < entries; entry += 1) {
      const entryAt = endOfTables + entry * entryBytes
      palette[entry] = rgba(view.getUint8(entryAt + 2), view.getUint8(entryAt + 1), view.getUint8(entryAt), 255)
    }
    endOfTables += entries * entryBytes
  }
  return { width, height, topDown, bitsPerPixel, compression, masks, palette, endOfTables }
}

function decodePixels(view: DataView, header: Header, pixelsAt: number): RawImage {
  const { width, height, bitsPerPixel, compression } = header
  if (compression === RLE8 || compression === RLE4) {
    return decodeRuns(view, header, pixelsAt)
  }
  // The padding of the last row may be missing; a pixel may not.
  const needed = bytesPerRow(width, bitsPerPixel) * (height - 1) + Math.ceil((width * bitsPerPixel) / 8)
  if (pixelsAt + needed > view.byteLength) throw brokenImage()

  const out = new Uint32Array(width * height)
  const readRow = rowReader(view, header)
  for (let row = 0; row < height; row += 1) {
    const target = (header.topDown ? row : height - 1 - row) * width
    readRow(pixelsAt + row * bytesPerRow(width, bitsPerPixel), out, target)
  }
  return { width, height, pixels: new Uint8Array(out.buffer), opaque: header.masks[3] === 0 }
}

type RowReader = (from: number, out: Uint32Array, target: number) => void

function rowReader(view: DataView, header: Header): RowReader {
  const { width, bitsPerPixel, palette } = header
  if (bitsPerPixel <= 8) {
    const perByte = 8 / bitsPerPixel
    const lowBits = 2 ** bitsPerPixel - 1
    return (from, out, target) => {
      for (let x = 0; x < width; x += 1) {
        const byte = view.getUint8(from + Math.floor(x / perByte))
        const shift = 8 - bitsPerPixel * ((x % perByte) + 1)
        out[target + x] = palette[(byte >> shift) & lowBits] ?? OPAQUE_BLACK
      }
    }
  }
  if (bitsPerPixel === 24) {
    return (from, out, target) => {
      for (let x = 0; x < width; x += 1) {
        const at = from + x * 3
        out[target + x] = rgba(view.getUint8(at + 2), view.getUint8(at + 1), view.getUint8(at), 255)
      }
    }
  }
  const [red, green, blue, alpha] = header.masks.map(channel)
  if (!red || !green || !blue || !alpha) throw brokenImage()
  const opaque = header.masks[3] === 0
  return (from, out, target) => {
    for (let x = 0; x < width; x += 1) {
      const value = bitsPerPixel === 16 ? view.getUint16(from + x * 2, true) : view.getUint32(from + x * 4, true)
      out[target + x] = rgba(red(value), green(value), blue(value), opaque ? 255 : alpha(value))
    }
  }
}

/** Reads the bits under `mask` and stretches them to 0–255. */
function channel(mask: number): (value: number) => number {
  if (mask === 0) return () => 0
  const shift = 31 - Math.clz32(mask & -mask)
  const most = mask >>> shift
  return (value) => Math.round((((value & mask) >>> shift) * 255) / most)
}

function decodeRuns(view: DataView, header: Header, pixelsAt: number): RawImage {
  const { width, height, palette } = header
  const nibbles = header.compression === RLE4
  const out = new Uint32Array(width * height).fill(palette[0] ?? OPAQUE_BLACK)
  let at = pixelsAt
  let x = 0
  let row = 0
  const next = () => view.getUint8(at++)
  /** Draws as much of a run as the row has room for: a file may claim runs far beyond it. */
  const draw = (count: number, indexAt: (position: number) => number) => {
    const start = (height - 1 - row) * width + x
    const shown = Math.min(count, width - x)
    for (let i = 0; i < shown; i += 1) out[start + i] = palette[indexAt(i)] ?? OPAQUE_BLACK
    x += count
  }
  while (row < height) {
    const count = next()
    const value = next()
    if (count > 0) {
      draw(count, (i) => (nibbles ? nibbleOf(value, i) : value))
    } else if (value === 0) {
      x = 0
      row += 1
    } else if (value === 1) {
      break
    } else if (value === 2) {
      x += next()
      row += next()
    } else {
      const runAt = at
      draw(value, (i) => (nibbles ? nibbleOf(view.getUint8(runAt + (i >> 1)), i) : view.getUint8(runAt + i)))
      const used = nibbles ? Math.ceil(value / 2) : value
      at = runAt + used + (used % 2)
    }
  }
  return { width, height, pixels: new Uint8Array(out.buffer), opaque: true }
}

function nibbleOf(byte: number, position: number): number {
  return position % 2 === 0 ? byte >> 4 : byte & 15
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
