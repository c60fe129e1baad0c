import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { decodeBmp } from '@/lib/media/server/codecs/bmp'
import { openIcon } from '@/lib/media/server/codecs/ico'
import { prepareImage } from '@/lib/media/server/image'

type Pixel = [number, number, number, number]
const RED: Pixel = [255, 0, 0, 255]
const GREEN: Pixel = [0, 255, 0, 255]
const BLUE: Pixel = [0, 0, 255, 255]
const WHITE: Pixel = [255, 255, 255, 255]
const CLEAR: Pixel = [0, 0, 0, 0]
/** Blue, green, red, unused: the order of the file. */
const PALETTE = [0, 0, 255, 0, 0, 255, 0, 0, 255, 0, 0, 0, 255, 255, 255, 0]

type Bitmap = {
  width: number
  height: number
  bits: number
  data: number[]
  compression?: number
  palette?: number[]
  colours?: number
  masks?: number[]
  headerBytes?: number
}

function infoHeader({ width, height, bits, compression = 0, colours = 0, headerBytes = 40 }: Bitmap): Buffer {
  const header = Buffer.alloc(headerBytes)
  header.writeUInt32LE(headerBytes, 0)
  header.writeInt32LE(width, 4)
  header.writeInt32LE(height, 8)
  header.writeUInt16LE(1, 12)
  header.writeUInt16LE(bits, 14)
  header.writeUInt32LE(compression, 16)
  header.writeUInt32LE(colours, 32)
  return header
}

function masksOf(masks: number[]): Buffer {
  const bytes = Buffer.alloc(masks.length * 4)
  for (const [index, mask] of masks.entries()) bytes.writeUInt32LE(mask >>> 0, index * 4)
  return bytes
}

function bmp(bitmap: Bitmap): Buffer {
  const info = infoHeader(bitmap)
  const masks = masksOf(bitmap.masks ?? [])
  if (info.length > 40) masks.copy(info, 40)
  const tables = Buffer.concat([info.length > 40 ? Buffer.alloc(0) : masks, Buffer.from(bitmap.palette ?? [])])
  const file = Buffer.alloc(14)
  file.write('BM')
  file.writeUInt32LE(14 + info.length + tables.length, 10)
  return Buffer.concat([file, info, tables, Buffer.from(bitmap.data)])
}

/** Rows of pixels, the top one first. */
function rows(bytes: Buffer): Pixel[][] {
  const { width, height, pixels } = decodeBmp(bytes)
  return Array.from({ length: height }, (_, y) =>
    Array.from({ length: width }, (_, x) => [...pixels.subarray((y * width + x) * 4).subarray(0, 4)] as Pixel),
  )
}

const PICTURE = [
  [RED, GREEN, BLUE],
  [WHITE, RED, GREEN],
]

describe('a bitmap', () => {
  it('of 1 bit is read, also over more than a byte', () => {
    const data = [0b10000000, 0b01000000, 0, 0]
    const palette = [0, 0, 255, 0, 255, 255, 255, 0]
    const bytes = bmp({ width: 10, height: 1, bits: 1, data, palette })
    expect(rows(bytes)).toEqual([[WHITE, RED, RED, RED, RED, RED, RED, RED, RED, WHITE]])
  })

  it('of 4 bits is read', () => {
    const data = [0x30, 0x10, 0, 0, 0x01, 0x20, 0, 0]
    expect(rows(bmp({ width: 3, height: 2, bits: 4, data, palette: PALETTE, colours: 4 }))).toEqual(PICTURE)
  })

  it('of 8 bits is read', () => {
    const data = [3, 0, 1, 0, 0, 1, 2, 0]
    expect(rows(bmp({ width: 3, height: 2, bits: 8, data, palette: PALETTE, colours: 4 }))).toEqual(PICTURE)
  })

  it('that points outside its palette shows black there', () => {
    const data = [200, 0, 1, 0]
    expect(rows(bmp({ width: 3, height: 1, bits: 8, data, palette: PALETTE, colours: 4 }))).toEqual([
      [[0, 0, 0, 255], RED, GREEN],
    ])
  })

  it('of 24 bits is read, with or without the padding of its last row', () => {
    const data = [255, 255, 255, 0, 0, 255, 0, 255, 0, 9, 9, 9, 0, 0, 255, 0, 255, 0, 255, 0, 0]
    expect(rows(bmp({ width: 3, height: 2, bits: 24, data }))).toEqual(PICTURE)
    expect(rows(bmp({ width: 3, height: 2, bits: 24, data: [...data, 0, 0, 0] }))).toEqual(PICTURE)
  })

  it('of 32 bits is opaque, whatever its fourth byte says', () => {
    const bytes = bmp({ width: 2, height: 1, bits: 32, data: [0, 0, 255, 0, 255, 0, 0, 77] })
    expect(rows(bytes)).toEqual([[RED, BLUE]])
    expect(decodeBmp(bytes).opaque).toBe(true)
  })

  it('with an alpha mask keeps its transparency', () => {
    const bytes = bmp({
      width: 2,
      height: 1,
      bits: 32,
      compression: 3,
      headerBytes: 108,
      masks: [0xff0000, 0xff00, 0xff, 0xff000000],
      data: [0, 0, 255, 128, 0, 0, 0, 0],
    })
    expect(rows(bytes)).toEqual([[[255, 0, 0, 128], CLEAR]])
  })

  it('stored from the top is not turned over', () => {
    const data = [0, 0, 255, 0, 255, 0, 0, 0]
    expect(rows(bmp({ width: 1, height: -2, bits: 24, data }))).toEqual([[RED], [BLUE]])
  })

  it('is stored as a png of the same pixels', async () => {
    const data = [255, 255, 255, 0, 0, 255, 0, 255, 0, 0, 0, 0, 0, 0, 255, 0, 255, 0, 255, 0, 0, 0, 0, 0]
    const prepared = await prepareImage(bmp({ width: 3, height: 2, bits: 24, data }))
    expect(prepared).toMatchObject({ contentType: 'image/png', extension: 'png', width: 3, height: 2 })
    expect([...(await sharp(prepared.bytes).ensureAlpha().raw().toBuffer())]).toEqual(PICTURE.flat(2))
  })

  const sound: Bitmap = { width: 3, height: 2, bits: 24, data: Array(24).fill(1) }
  it.each([
    ['too little data', { ...sound, data: Array(20).fill(1) }],
    ['no width', { ...sound, width: 0 }],
    ['a negative width', { ...sound, width: -3 }],
    ['no height', { ...sound, height: 0 }],
    ['no room for its palette', { ...sound, bits: 8, data: [] }],
  ] satisfies [string, Bitmap][])('with %s is refused', async (_what, bitmap) => {
    await expect(prepareImage(bmp(bitmap))).rejects.toMatchObject({
      kind: 'unprocessable',
      issues: [{ path: 'image', message: 'The picture is damaged and cannot be read.' }],
    })
  })

  it.each([
    ['16 bits', { ...sound, bits: 16 }],
    ['a depth that does not exist', { ...sound, bits: 7 }],
    ['run lengths', { ...sound, bits: 8, compression: 1, palette: PALETTE, colours: 4 }],
    ['a jpeg inside', { ...sound, compression: 4 }],
    ['masks of its own', { ...sound, bits: 32, compression: 3, headerBytes: 108, masks: [0xff, 0xff00, 0xff0000, 0] }],
  ] satisfies [string, Bitmap][])('with %s is refused, with what to do', async (_what, bitmap) => {
    await expect(prepareImage(bmp(bitmap))).rejects.toMatchObject({
      kind: 'unprocessable',
      message: 'This kind of bitmap cannot be read: save it as png.',
    })
  })

  it('of the OS/2 kind is refused', () => {
    const core = [12, 0, 0, 0, 1, 0, 2, 0, 1, 0, 24, 0]
    expect(() => decodeBmp(Buffer.concat([Buffer.alloc(14), Buffer.from([...core, ...Array(8).fill(0)])]))).toThrow(
      'save it as png',
    )
  })

  it('that claims too many pixels is refused before memory is taken', async () => {
    const bytes = bmp({ width: 60_000, height: 60_000, bits: 8, data: [0, 1], palette: PALETTE, colours: 4 })
    const before = process.memoryUsage().arrayBuffers
    await expect(prepareImage(bytes)).rejects.toMatchObject({
      kind: 'unprocessable',
      message: 'The picture is too big: at most 40 megapixels.',
    })
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(10_000_000)
  })

  it('cut anywhere is refused or read, never a fault', async () => {
    const whole = bmp({ width: 3, height: 2, bits: 8, data: [3, 0, 1, 0, 0, 1, 2, 0], palette: PALETTE, colours: 4 })
    for (let length = 18; length < whole.length - 1; length += 1) {
      await expect(prepareImage(whole.subarray(0, length))).rejects.toMatchObject({ kind: 'unprocessable' })
    }
  })
})

type Entry = { width: number; height: number; bits: number; image: Buffer }

function ico(entries: Entry[]): Buffer {
  const head = Buffer.alloc(6 + entries.length * 16)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(entries.length, 4)
  let at = head.length
  for (const [index, { width, height, bits, image }] of entries.entries()) {
    const entry = 6 + index * 16
    head[entry] = width % 256
    head[entry + 1] = height % 256
    head.writeUInt16LE(1, entry + 4)
    head.writeUInt16LE(bits, entry + 6)
    head.writeUInt32LE(image.length, entry + 8)
    head.writeUInt32LE(at, entry + 12)
    at += image.length
  }
  return Buffer.concat([head, ...entries.map((entry) => entry.image)])
}

function iconBitmap(bitmap: Bitmap, mask: number[]): Buffer {
  const header = infoHeader({ ...bitmap, height: bitmap.height * 2 })
  return Buffer.concat([header, Buffer.from(bitmap.palette ?? []), Buffer.from(bitmap.data), Buffer.from(mask)])
}

const png = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 4, background: { r: 1, g: 2, b: 3, alpha: 1 } } })
    .png()
    .toBuffer()

async function pixelsOf(bytes: Uint8Array): Promise<number[]> {
  const prepared = await prepareImage(bytes)
  return [...(await sharp(prepared.bytes).ensureAlpha().raw().toBuffer())]
}

describe('an icon', () => {
  const twoPixels: Bitmap = { width: 2, height: 1, bits: 24, data: [0, 0, 255, 255, 0, 0, 0, 0] }

  it('is stored as a png, transparent where its mask says so', async () => {
    const image = iconBitmap(twoPixels, [0b01000000, 0, 0, 0])
    expect(await pixelsOf(ico([{ width: 2, height: 1, bits: 24, image }]))).toEqual([...RED, 0, 0, 255, 0])
  })

  it('of 32 bits uses its own transparency', async () => {
    const image = iconBitmap({ ...twoPixels, bits: 32, data: [0, 0, 255, 128, 255, 0, 0, 255] }, [0xff, 0, 0, 0])
    expect(await pixelsOf(ico([{ width: 2, height: 1, bits: 32, image }]))).toEqual([255, 0, 0, 128, ...BLUE])
  })

  it('of 32 bits without any transparency of its own uses the mask', async () => {
    const image = iconBitmap({ ...twoPixels, bits: 32, data: [0, 0, 255, 0, 255, 0, 0, 0] }, [0b10000000, 0, 0, 0])
    expect(await pixelsOf(ico([{ width: 2, height: 1, bits: 32, image }]))).toEqual([255, 0, 0, 0, ...BLUE])
  })

  it('of 4 bits is read', async () => {
    const bitmap = { ...twoPixels, bits: 4, data: [0x02, 0, 0, 0], palette: PALETTE, colours: 4 }
    const image = iconBitmap(bitmap, [0, 0, 0, 0])
    expect(await pixelsOf(ico([{ width: 2, height: 1, bits: 4, image }]))).toEqual([...RED, ...BLUE])
  })

  it('without its mask is opaque', async () => {
    const image = iconBitmap(twoPixels, [])
    expect(await pixelsOf(ico([{ width: 2, height: 1, bits: 24, image }]))).toEqual([...RED, ...BLUE])
  })

  it('gives its biggest picture, also one of 256 pixels kept as a png', async () => {
    const entries = [
      { width: 16, height: 16, bits: 32, image: await png(16, 16) },
      { width: 256, height: 256, bits: 32, image: await png(256, 256) },
      { width: 2, height: 1, bits: 24, image: iconBitmap(twoPixels, []) },
    ]
    expect(await prepareImage(ico(entries))).toMatchObject({ contentType: 'image/png', width: 256, height: 256 })
  })

  it('gives the one with more colours of two of a size', () => {
    const plain = iconBitmap({ ...twoPixels, bits: 4, data: [0, 0, 0, 0], palette: PALETTE, colours: 4 }, [])
    const fine = iconBitmap(twoPixels, [])
    const opened = openIcon(
      ico([
        { width: 2, height: 1, bits: 4, image: plain },
        { width: 2, height: 1, bits: 24, image: fine },
      ]),
    )
    expect('raw' in opened && [...opened.raw.pixels]).toEqual([...RED, ...BLUE])
  })

  it.each(
    Object.entries({
      'whose directory breaks off': async () => ico([{ width: 2, height: 1, bits: 24, image: Buffer.alloc(0) }]),
      'whose picture lies outside the file': async () =>
        ico([{ width: 2, height: 1, bits: 24, image: iconBitmap(twoPixels, []) }]).subarray(0, 40),
      'with more entries than bytes': async () => {
        const bytes = ico([{ width: 2, height: 1, bits: 24, image: iconBitmap(twoPixels, []) }])
        bytes.writeUInt16LE(60_000, 4)
        return bytes
      },
      'with a damaged png inside': async () =>
        ico([{ width: 16, height: 16, bits: 32, image: (await png(16, 16)).subarray(0, 60) }]),
      'with a text inside': async () => ico([{ width: 16, height: 16, bits: 32, image: Buffer.alloc(99, 'text') }]),
    }),
  )('%s is refused', async (_what, make) => {
    await expect(prepareImage(await make())).rejects.toMatchObject({ kind: 'unprocessable' })
  })
})
