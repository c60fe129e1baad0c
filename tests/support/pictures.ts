import { crc32 } from 'node:zlib'
import sharp from 'sharp'

type Size = { width: number; height: number }
const SMALL: Size = { width: 64, height: 48 }

/** A gradient, which no encoder can compress to almost nothing. */
function gradient({ width, height }: Size) {
  const pixels = Buffer.alloc(width * height * 3)
  for (let index = 0; index < width * height; index += 1) {
    pixels[index * 3] = (index * 7) % 256
    pixels[index * 3 + 1] = Math.floor(index / width) % 256
    pixels[index * 3 + 2] = index % 256
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } })
}

export const png = (size: Size = SMALL) => gradient(size).png().toBuffer()
export const jpeg = (size: Size = SMALL) => gradient(size).jpeg().toBuffer()

/** Dark ink on nothing. */
export function transparentPng({ width, height }: Size = SMALL): Promise<Buffer> {
  const ink = { create: { width: width / 4, height: height / 4, channels: 4 as const, background: '#111' } }
  const ground = { width, height, channels: 4 as const, background: '#0000' }
  return sharp({ create: ground })
    .composite([{ input: ink }])
    .png()
    .toBuffer()
}

/** 24 bits per pixel, uncompressed, bottom row first. */
export function bmp({ width, height }: Size = SMALL): Buffer {
  const row = Math.ceil((width * 3) / 4) * 4
  const header = Buffer.alloc(54)
  header.write('BM', 0, 'latin1')
  header.writeUInt32LE(54 + row * height, 2)
  header.writeUInt32LE(54, 10)
  header.writeUInt32LE(40, 14)
  header.writeInt32LE(width, 18)
  header.writeInt32LE(height, 22)
  header.writeUInt16LE(1, 26)
  header.writeUInt16LE(24, 28)
  header.writeUInt32LE(row * height, 34)
  const pixels = Buffer.alloc(row * height)
  for (let index = 0; index < pixels.length; index += 1) pixels[index] = index % 251
  return Buffer.concat([header, pixels])
}

/** An icon with one 16 × 16 image in the classic format: a 32-bit bitmap and its mask. */
export function ico(): Buffer {
  const side = 16
  const dib = Buffer.alloc(40)
  dib.writeUInt32LE(40, 0)
  dib.writeInt32LE(side, 4)
  dib.writeInt32LE(side * 2, 8)
  dib.writeUInt16LE(1, 12)
  dib.writeUInt16LE(32, 14)
  const pixels = Buffer.alloc(side * side * 4, 0xc8)
  const mask = Buffer.alloc(side * 4)
  return icoOf(Buffer.concat([dib, pixels, mask]), side)
}

/** An icon with one image stored as png, the newer format. */
export async function icoWithPng(): Promise<Buffer> {
  const side = 32
  return icoOf(await gradient({ width: side, height: side }).ensureAlpha().png().toBuffer(), side)
}

function icoOf(picture: Buffer, side: number): Buffer {
  const header = Buffer.alloc(22)
  header.writeUInt16LE(1, 2)
  header.writeUInt16LE(1, 4)
  header.writeUInt8(side, 6)
  header.writeUInt8(side, 7)
  header.writeUInt16LE(1, 10)
  header.writeUInt16LE(32, 12)
  header.writeUInt32LE(picture.length, 14)
  header.writeUInt32LE(22, 18)
  return Buffer.concat([header, picture])
}

/** A valid png of exactly `bytes` bytes, filled by a chunk that decoders skip. */
export async function pngOfBytes(bytes: number): Promise<Buffer> {
  const small = await png()
  const end = small.length - 12
  const filler = pngChunk('fiLl', Buffer.alloc(bytes - small.length - 12, 0x2e))
  return Buffer.concat([small.subarray(0, end), filler, small.subarray(end)])
}

function pngChunk(type: string, data: Buffer): Buffer {
  const chunk = Buffer.alloc(data.length + 12)
  chunk.writeUInt32BE(data.length, 0)
  chunk.write(type, 4, 'latin1')
  data.copy(chunk, 8)
  chunk.writeUInt32BE(crc32(chunk.subarray(4, data.length + 8)), data.length + 8)
  return chunk
}
