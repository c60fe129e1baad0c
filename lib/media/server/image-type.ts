import type { ImageType } from '@/lib/media/accepted-types'

const BITMAP_HEADER_SIZES = [12, 40, 52, 56, 64, 108, 124]

/** What a file is by its first bytes, or undefined when it is none of the accepted kinds. */
export function imageTypeOf(bytes: Uint8Array): ImageType | undefined {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 32))
  const startsWith = (hex: string) => head.subarray(0, hex.length / 2).toString('hex') === hex
  const text = (from: number, to: number) => head.subarray(from, to).toString('latin1')

  if (startsWith('89504e470d0a1a0a')) return 'png'
  if (startsWith('ffd8ff')) return 'jpeg'
  if (text(0, 6) === 'GIF87a' || text(0, 6) === 'GIF89a') return 'gif'
  if (text(0, 4) === 'RIFF' && text(8, 12) === 'WEBP') return 'webp'
  if (text(0, 2) === 'BM' && head.length >= 18 && BITMAP_HEADER_SIZES.includes(head.readUInt32LE(14))) return 'bmp'
  // Type 1 is an icon (2 a cursor); at least one entry, whose reserved byte is zero.
  if (startsWith('00000100') && head.length >= 22 && head.readUInt16LE(4) > 0 && head[9] === 0) return 'ico'
  return undefined
}
