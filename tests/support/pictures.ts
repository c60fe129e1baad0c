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
export const webp = (size: Size = SMALL) => gradient(size).webp().toBuffer()
export const gif = (size: Size = SMALL) => gradient(size).gif().toBuffer()
export const tiff = () => gradient(SMALL).tiff().toBuffer()
export const avif = () => gradient(SMALL).heif({ compression: 'av1', effort: 0 }).toBuffer()

/** An animation of `frames` frames of different colours. */
export function animatedGif(frames: number): Promise<Buffer> {
  const side = 8
  const pixels = Buffer.alloc(side * side * frames * 3)
  for (let frame = 0; frame < frames; frame += 1) {
    const colour = [(frame * 37) % 256, (frame * 91) % 256, frame % 256]
    for (let pixel = 0; pixel < side * side; pixel += 1) pixels.set(colour, (frame * side * side + pixel) * 3)
  }
  const raw = { width: side, height: side * frames, channels: 3 as const, pageHeight: side }
  return sharp(pixels, { raw }).gif().toBuffer()
}

/** One colour: many pixels in few bytes. */
export function flatPng(size: Size): Promise<Buffer> {
  return sharp({ create: { ...size, channels: 3, background: '#246' } })
    .toColourspace('b-w')
    .png({ compressionLevel: 1 })
    .toBuffer()
}

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

/** A png with `text` as a comment and again after its end. */
export async function pngWithHiddenText(text: string): Promise<Buffer> {
  const small = await png()
  const end = small.length - 12
  const comment = pngChunk('tEXt', Buffer.from(`Comment\0${text}`, 'latin1'))
  return Buffer.concat([small.subarray(0, end), comment, small.subarray(end), Buffer.from(text)])
}

function pngChunk(type: string, data: Buffer): Buffer {
  const chunk = Buffer.alloc(data.length + 12)
  chunk.writeUInt32BE(data.length, 0)
  chunk.write(type, 4, 'latin1')
  data.copy(chunk, 8)
  chunk.writeUInt32BE(crc32(chunk.subarray(4, data.length + 8)), data.length + 8)
  return chunk
}

/** A phone's photo, rotated by its EXIF data, which also contains `text`. */
export function rotatedJpeg(text: string): Promise<Buffer> {
  return gradient(SMALL)
    .withExif({ IFD0: { ImageDescription: text, Copyright: text }, IFD3: { GPSLatitude: '52/1 31/1 12/1' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
}
