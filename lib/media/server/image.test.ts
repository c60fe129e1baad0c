import { crc32 } from 'node:zlib'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { IMAGE_MAX_BYTES } from '@/lib/content/contract-limits'
import { prepareImage } from '@/lib/media/server/image'
import { animatedPng } from '@/tests/support/animated-png'
import { bmp, ico, icoWithPng } from '@/tests/support/pictures'

const RED = { r: 220, g: 20, b: 20 }
const BLUE = { r: 20, g: 20, b: 220 }

/** Red on the left, blue on the right. */
function halves(width = 40, height = 20) {
  const right = { create: { width: width / 2, height, channels: 3 as const, background: BLUE } }
  return sharp({ create: { width, height, channels: 3, background: RED } }).composite([
    { input: right, left: width / 2, top: 0 },
  ])
}

/** `count` frames, each of another shade. */
function frames(count: number, side = 8) {
  const pixels = Buffer.alloc(side * side * count * 3)
  for (let frame = 0; frame < count; frame += 1) {
    pixels.fill((frame * 97) % 256, frame * side * side * 3, (frame + 1) * side * side * 3)
  }
  return sharp(pixels, { raw: { width: side, height: side * count, channels: 3, pageHeight: side } })
}

async function pixelAt(bytes: Uint8Array, left: number, top: number): Promise<number[]> {
  const area = { left, top, width: 1, height: 1 }
  return [...(await sharp(bytes).extract(area).raw().toBuffer())]
}

/** The same colour, as far as a lossy picture keeps one. */
function expectColour(pixel: number[], { r, g, b }: typeof RED) {
  const distance = Math.max(...[r, g, b].map((value, index) => Math.abs(value - (pixel[index] ?? -999))))
  expect(distance).toBeLessThan(40)
}

const holds = (bytes: Uint8Array, text: string) => Buffer.from(bytes).includes(text)

describe('what is taken', () => {
  it.each([
    ['png', 'image/png', 'png'],
    ['jpeg', 'image/jpeg', 'jpg'],
    ['gif', 'image/gif', 'gif'],
    ['webp', 'image/webp', 'webp'],
  ] as const)('a %s stays one, with its size', async (format, contentType, extension) => {
    const prepared = await prepareImage(await halves().toFormat(format).toBuffer())
    expect(prepared).toMatchObject({ contentType, extension, width: 40, height: 20 })
    expect((await sharp(prepared.bytes).metadata()).format).toBe(format)
    expectColour(await pixelAt(prepared.bytes, 5, 10), RED)
    expectColour(await pixelAt(prepared.bytes, 35, 10), BLUE)
  })

  it.each([
    ['a bmp', bmp, 64, 48],
    ['an icon', ico, 16, 16],
    ['an icon that holds a png', icoWithPng, 32, 32],
  ] as const)('%s becomes a png of its size', async (_, make, width, height) => {
    const prepared = await prepareImage(await make())
    expect(prepared).toMatchObject({ contentType: 'image/png', width, height })
    expect(await sharp(prepared.bytes).metadata()).toMatchObject({ format: 'png', width, height })
  })

  it('a png keeps its transparency and every pixel', async () => {
    const pixels = Buffer.from(Array.from({ length: 16 * 16 * 4 }, (_, index) => (index * 37) % 256))
    const png = await sharp(pixels, { raw: { width: 16, height: 16, channels: 4 } })
      .png()
      .toBuffer()
    const prepared = await prepareImage(png)
    expect(await sharp(prepared.bytes).raw().toBuffer()).toEqual(pixels)
  })

  it('a lossless webp stays lossless', async () => {
    const pixels = Buffer.from(Array.from({ length: 16 * 16 * 3 }, (_, index) => (index * 91) % 256))
    const webp = await sharp(pixels, { raw: { width: 16, height: 16, channels: 3 } })
      .webp({ lossless: true })
      .withMetadata()
      .toBuffer()
    const prepared = await prepareImage(webp)
    expect(await sharp(prepared.bytes).raw().toBuffer()).toEqual(pixels)
  })

  it('a CMYK jpeg becomes one that every browser shows', async () => {
    const cmyk = await halves().toColourspace('cmyk').jpeg().toBuffer()
    expect((await sharp(cmyk).metadata()).space).toBe('cmyk')
    const prepared = await prepareImage(cmyk)
    expect((await sharp(prepared.bytes).metadata()).space).toBe('srgb')
  })

  it.each(['gif', 'webp'] as const)('an animated %s keeps its frames, their times and its loop', async (format) => {
    const animation = await frames(5)
      .toFormat(format, { loop: 3, delay: [100, 200, 300, 400, 500] })
      .toBuffer()
    const prepared = await prepareImage(animation)
    expect(prepared).toMatchObject({ width: 8, height: 8 })
    expect(await sharp(prepared.bytes).metadata()).toMatchObject({
      pages: 5,
      loop: 3,
      delay: [100, 200, 300, 400, 500],
    })
  })

  it('an animation of 100 frames passes', async () => {
    const prepared = await prepareImage(await frames(100).gif().toBuffer())
    expect((await sharp(prepared.bytes).metadata()).pages).toBe(100)
  })

  it('a jpeg with a few stray bytes, as some cameras write them, passes', async () => {
    const jpeg = await halves().jpeg().toBuffer()
    const stray = Buffer.concat([jpeg.subarray(0, -2), Buffer.from([0, 0, 0]), jpeg.subarray(-2)])
    await expect(prepareImage(stray)).resolves.toMatchObject({ width: 40, height: 20 })
  })

  it('has a placeholder of less than 400 characters, drawn from the picture', async () => {
    const noise = Buffer.from(Array.from({ length: 300 * 300 * 3 }, (_, index) => (index * index * 7919) % 251))
    const busy = await sharp(noise, { raw: { width: 300, height: 300, channels: 3 } })
      .png()
      .toBuffer()
    for (const picture of [await halves().png().toBuffer(), busy, await frames(3).gif().toBuffer()]) {
      const { placeholder } = await prepareImage(picture)
      expect(placeholder).toMatch(/^data:image\/webp;base64,[A-Za-z0-9+/]+=*$/)
      expect(placeholder.length).toBeLessThan(400)
    }
    const { placeholder } = await prepareImage(await halves().png().toBuffer())
    const tiny = Buffer.from(placeholder.slice(placeholder.indexOf(',') + 1), 'base64')
    expectColour(await pixelAt(tiny, 1, 3), RED)
    expectColour(await pixelAt(tiny, 14, 3), BLUE)
  })

  it('is a backdrop behind what is transparent, on which its ink is seen', async () => {
    const ink = (...colours: string[]) => {
      const letters = colours.map(
        (colour, at) => `<rect x="${at * 40 + 10}" y="10" width="20" height="20" fill="${colour}"/>`,
      )
      const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${colours.length * 40}" height="40">${letters.join('')}</svg>`
      return sharp(Buffer.from(svg)).png().toBuffer()
    }
    const backdropBehind = async (picture: Buffer) => {
      const { placeholder } = await prepareImage(picture)
      expect(placeholder.length).toBeLessThan(400)
      const svg = Buffer.from(placeholder.replace('data:image/svg+xml;base64,', ''), 'base64').toString()
      return svg.match(/fill="(#[0-9a-f]{6})"/)?.[1]
    }
    const [light, dark, between] = ['#f2f2ee', '#1b1d21', '#76797f']
    expect(await backdropBehind(await ink('#111111'))).toBe(light)
    expect(await backdropBehind(await ink('#3178c6', '#111111'))).toBe(light)
    expect(await backdropBehind(await ink('#ffffff'))).toBe(dark)
    expect(await backdropBehind(await ink('#f7df1e', '#ffffff'))).toBe(dark)
    expect(await backdropBehind(await ink('#000000', '#ffffff'))).toBe(between)
    // Of one channel, and of none to be seen.
    expect(
      await backdropBehind(
        await sharp(await ink('#000000'))
          .toColourspace('b-w')
          .png()
          .toBuffer(),
      ),
    ).toBe(light)
    expect(await backdropBehind(await ink('transparent'))).toBe(light)
    // A window with its shadow.
    const window = '<rect x="8" y="8" width="84" height="84" rx="4" fill="#fff" stroke="#0003" stroke-width="6"/>'
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="100" height="100">${window}</svg>`
    expect((await prepareImage(await sharp(Buffer.from(svg)).png().toBuffer())).placeholder).toBe('')
  })

  it('has none where it only could be transparent', async () => {
    const backdrop = { width: 40, height: 20, channels: 4 as const, background: { ...RED, alpha: 1 } }
    const { placeholder } = await prepareImage(await sharp({ create: backdrop }).png().toBuffer())
    expect(placeholder).toMatch(/^data:image\/webp/)
  })
})

describe('what is left out', () => {
  it('turns a photo upright and forgets camera, place and profile', async () => {
    const photo = await halves()
      .jpeg()
      .withExif({
        IFD0: { Make: 'SecretCam', Copyright: 'Somebody' },
        IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '52/1 31/1 0/1' },
      })
      .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><a>xmp-secret</a></x:xmpmeta>')
      .withIccProfile('p3')
      .withMetadata({ orientation: 6 })
      .toBuffer()
    const sent = await sharp(photo).metadata()
    expect(sent.orientation).toBe(6)
    expect(holds(photo, 'SecretCam')).toBe(true)

    const prepared = await prepareImage(photo)
    expect(prepared).toMatchObject({ width: 20, height: 40 })
    expectColour(await pixelAt(prepared.bytes, 10, 5), RED)
    expectColour(await pixelAt(prepared.bytes, 10, 35), BLUE)
    const retained = await sharp(prepared.bytes).metadata()
    expect(retained).not.toHaveProperty('exif')
    expect(retained).not.toHaveProperty('xmp')
    expect(retained).not.toHaveProperty('icc')
    expect(retained.orientation ?? 1).toBe(1)
    for (const secret of ['SecretCam', 'Somebody', 'xmp-secret', 'GPS', 'Exif']) {
      expect(holds(prepared.bytes, secret)).toBe(false)
    }
  })

  it.each(['png', 'jpeg', 'gif', 'webp'] as const)('drops what stands behind the end of a %s', async (format) => {
    const picture = Buffer.concat([await halves().toFormat(format).toBuffer(), Buffer.from('PK\u0003\u0004 <script>')])
    const prepared = await prepareImage(picture)
    expect(holds(prepared.bytes, '<script>')).toBe(false)
    expect(prepared).toMatchObject({ width: 40, height: 20 })
  })

  it('drops the text chunks of a png', async () => {
    const png = await halves()
      .png()
      .withExif({ IFD0: { ImageDescription: 'tell-nobody' } })
      .toBuffer()
    expect(holds(png, 'tell-nobody')).toBe(true)
    expect(holds((await prepareImage(png)).bytes, 'tell-nobody')).toBe(false)
  })

  it('leaves nothing of a script hidden in a gif', async () => {
    const gif = await halves().gif().toBuffer()
    const script = '*/=1;alert(document.domain)//'
    // A comment block before the trailer, and the same text again behind it.
    const comment = Buffer.concat([Buffer.from([0x21, 0xfe, script.length]), Buffer.from(script), Buffer.from([0])])
    const polyglot = Buffer.concat([gif.subarray(0, -1), comment, gif.subarray(-1), Buffer.from(script)])
    const prepared = await prepareImage(polyglot)
    expect(holds(prepared.bytes, 'alert')).toBe(false)
    expect(prepared.contentType).toBe('image/gif')
  })
})

describe('what is refused', () => {
  const heif = (brand: string) =>
    Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from(`ftyp${brand}\0\0\0\0mif1${brand}`), Buffer.alloc(100)])

  it.each([
    ['nothing', async () => Buffer.alloc(0)],
    ['one byte', async () => Buffer.from([0x89])],
    ['text', async () => Buffer.from('just a text that is long enough to be looked at')],
    ['an svg', async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')],
    ['an svg with an xml header', async () => Buffer.from('<?xml version="1.0"?><svg xmlns="x"/>')],
    ['html', async () => Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['a pdf', async () => Buffer.from('%PDF-1.7\n%\u00e2\u00e3')],
    ['an avif', () => halves().avif().toBuffer()],
    ['a heic', async () => heif('heic')],
    ['an animated avif', async () => heif('avis')],
    ['a tiff', () => halves().tiff().toBuffer()],
    ['a jpeg xl', async () => Buffer.from([0xff, 0x0a, 0xfa, 0x1f, ...Buffer.alloc(60)])],
    ['a jpeg 2000', async () => Buffer.from('0000000c6a5020200d0a870a', 'hex')],
    ['a cursor', async () => Buffer.from('0000020001000101000001000100300000001600000000000000', 'hex')],
    ['a riff that is a sound', async () => Buffer.from('RIFF\0\0\0\0WAVEfmt ')],
    ['a png signature broken by a text transfer', async () => Buffer.from('89504e470a1a0a0000000d49484452', 'hex')],
    ['a BM that is no bitmap', async () => Buffer.from(`BM${'x'.repeat(60)}`)],
  ])('%s, as no picture of ours', async (_what, make) => {
    await expect(prepareImage(await make())).rejects.toMatchObject({
      kind: 'wrong-type',
      issues: [{ path: 'image' }],
    })
  })

  it('one byte more than 4 MiB', async () => {
    const png = await halves().png().toBuffer()
    const atLimit = Buffer.concat([png, Buffer.alloc(IMAGE_MAX_BYTES - png.length)])
    await expect(prepareImage(atLimit)).resolves.toMatchObject({ width: 40 })
    await expect(prepareImage(Buffer.concat([atLimit, Buffer.alloc(1)]))).rejects.toMatchObject({
      kind: 'too-large',
      issues: [{ path: 'image' }],
    })
  })

  it.each(['png', 'jpeg', 'gif', 'webp'] as const)('a %s cut in half', async (format) => {
    const noise = Buffer.from(Array.from({ length: 64 * 64 * 3 }, (_, index) => (index * index * 7919) % 251))
    const picture = await sharp(noise, { raw: { width: 64, height: 64, channels: 3 } })
      .toFormat(format)
      .toBuffer()
    await expect(prepareImage(picture.subarray(0, picture.length / 2))).rejects.toMatchObject({
      kind: 'unprocessable',
      issues: [{ path: 'image', message: 'The picture is damaged and cannot be read.' }],
    })
  })

  it.each(['89504e470d0a1a0a', 'ffd8ffe0', '474946383961', '524946460000000057454250'])(
    'a picture of which only the first bytes %s are true',
    async (hex) => {
      const bytes = Buffer.concat([Buffer.from(hex, 'hex'), Buffer.alloc(200, 0x41)])
      await expect(prepareImage(bytes)).rejects.toMatchObject({ kind: 'unprocessable' })
    },
  )

  it('a PNG of several frames, of which it would keep one', async () => {
    await expect(prepareImage(animatedPng(3))).rejects.toMatchObject({
      kind: 'unprocessable',
      message: 'The picture is an animated PNG, of which one frame would be left: save it as GIF or WebP.',
    })
    expect(await prepareImage(animatedPng(1))).toMatchObject({ contentType: 'image/png', width: 1 })
  })

  it('101 frames', async () => {
    for (const format of ['gif', 'webp'] as const) {
      await expect(prepareImage(await frames(101).toFormat(format).toBuffer())).rejects.toMatchObject({
        kind: 'unprocessable',
        message: 'The animation is too long: at most 100 frames.',
      })
    }
  })

  it('an animation of modest frames that are too many pixels together', async () => {
    await expect(prepareImage(await gifOf(5000, 5000, 60))).rejects.toMatchObject({
      kind: 'unprocessable',
      message: 'The animation is too big: at most 100 megapixels over all its frames.',
    })
  })
})

/** A PNG whose header alone is true: there are no pixels to decode. */
function pngHeader(width: number, height: number): Buffer {
  const header = Buffer.alloc(17)
  header.write('IHDR')
  header.writeUInt32BE(width, 4)
  header.writeUInt32BE(height, 8)
  header.set([8, 2, 0, 0, 0], 12)
  const checked = Buffer.alloc(4)
  checked.writeUInt32BE(crc32(header))
  const data = Buffer.from('0000000049444154', 'hex')
  return Buffer.concat([Buffer.from('89504e470d0a1a0a0000000d', 'hex'), header, checked, data, Buffer.alloc(20)])
}

/** Lies about the size of a GIF of ours, in its header and in its first frame. */
async function gifOf(width: number, height: number, count = 1): Promise<Buffer> {
  const gif = await (count === 1 ? halves() : frames(count)).gif().toBuffer()
  const frame = gif.indexOf(Buffer.from([0x2c, 0, 0, 0, 0]))
  for (const at of [6, frame + 5]) gif.writeUInt16LE(width, at)
  for (const at of [8, frame + 7]) gif.writeUInt16LE(height, at)
  return gif
}

async function jpegOf(width: number, height: number): Promise<Buffer> {
  const jpeg = await halves().jpeg().toBuffer()
  const frame = jpeg.indexOf(Buffer.from([0xff, 0xc0]))
  jpeg.writeUInt16BE(height, frame + 5)
  jpeg.writeUInt16BE(width, frame + 7)
  return jpeg
}

/** An animation whose canvas, which has 24 bits a side, is wider than its frames. */
async function webpOf(width: number, height: number): Promise<Buffer> {
  const webp = await frames(3).webp().toBuffer()
  const canvas = webp.indexOf('VP8X') + 12
  webp.writeUIntLE(width - 1, canvas, 3)
  webp.writeUIntLE(height - 1, canvas + 3, 3)
  return webp
}

/** A bitmap without pixels. */
function bmpHeader(width: number, height: number): Buffer {
  const bmp = Buffer.alloc(54)
  bmp.write('BM')
  bmp.writeUInt32LE(bmp.length, 10)
  bmp.writeUInt32LE(40, 14)
  bmp.writeInt32LE(width, 18)
  bmp.writeInt32LE(height, 22)
  bmp.writeUInt16LE(1, 26)
  bmp.writeUInt16LE(24, 28)
  return bmp
}

function icoOf(picture: Buffer): Buffer {
  const head = Buffer.from('00000100010010100000010020000000000016000000', 'hex')
  head.writeUInt32LE(picture.length, 14)
  return Buffer.concat([head, picture])
}

describe('a picture with a side of more than 16,383 pixels is refused by its header', () => {
  // None of these could be decoded: were it tried, they would be called damaged.
  it.each<[string, () => Buffer | Promise<Buffer>]>([
    ['png of 39,999,999 × 1', () => pngHeader(39_999_999, 1)],
    ['png of 1,000,000 × 40', () => pngHeader(1_000_000, 40)],
    ['png of 1 × 16,384', () => pngHeader(1, 16_384)],
    ['jpeg of 16,384 × 100', () => jpegOf(16_384, 100)],
    ['jpeg of 100 × 65,500', () => jpegOf(100, 65_500)],
    ['gif of 65,535 × 8', () => gifOf(65_535, 8)],
    ['animated gif of 8 × 16,384', () => gifOf(8, 16_384, 3)],
    ['bmp of 40,000,000 × 1', () => bmpHeader(40_000_000, 1)],
    ['bmp stored from the top, 1 × 16,384', () => bmpHeader(1, -16_384)],
    ['icon of 16,384 × 1', () => icoOf(bmpHeader(16_384, 2).subarray(14))],
    ['icon with a png of 1,000,000 × 40', () => icoOf(pngHeader(1_000_000, 40))],
  ])('%s', async (_what, make) => {
    const message = 'The picture is too long: at most 16,383 pixels on a side.'
    await expect(prepareImage(await make())).rejects.toMatchObject({
      kind: 'unprocessable',
      issues: [{ path: 'image', message }],
    })
  })

  it('animated webp, which its library calls damaged', async () => {
    await expect(prepareImage(await webpOf(16_384, 8))).rejects.toMatchObject({ kind: 'unprocessable' })
    await expect(prepareImage(await webpOf(16_383, 8))).resolves.toMatchObject({ width: 16_383, height: 8 })
  })

  it.each(['png', 'jpeg', 'gif', 'webp'] as const)('a %s of exactly that passes, either way', async (format) => {
    for (const [width, height] of [
      [16_383, 2],
      [2, 16_383],
    ] as const) {
      const picture = sharp({ create: { width, height, channels: 3, background: RED } })
      expect(await prepareImage(await picture.toFormat(format).toBuffer())).toMatchObject({ width, height })
    }
  })
})

describe('a picture of more than 40 megapixels is refused by its header', () => {
  const refusal = { kind: 'unprocessable', message: 'The picture is too big: at most 40 megapixels.' }

  // None of these could be decoded: only the header is true.
  it('png', async () => {
    await expect(prepareImage(pngHeader(8200, 5000))).rejects.toMatchObject(refusal)
  })

  it('jpeg', async () => {
    await expect(prepareImage(await jpegOf(65_000, 65_000))).rejects.toMatchObject(refusal)
  })

  it('gif', async () => {
    await expect(prepareImage(await gifOf(60_000, 60_000))).rejects.toMatchObject(refusal)
  })

  it('webp', async () => {
    const webp = await halves().webp({ lossless: true }).toBuffer()
    const at = webp.indexOf('VP8L') + 9
    // 14 bits each, less one.
    webp.writeUInt32LE((16_000 - 1) | ((16_000 - 1) << 14), at)
    await expect(prepareImage(webp)).rejects.toMatchObject(refusal)
  })

  it('a real one of 41 megapixels, and one of 40 passes', async () => {
    const solid = (width: number, height: number) =>
      sharp({ create: { width, height, channels: 3, background: RED } })
        .png({ compressionLevel: 1 })
        .toBuffer()
    await expect(prepareImage(await solid(8200, 5000))).rejects.toMatchObject(refusal)
    await expect(prepareImage(await solid(8000, 5000))).resolves.toMatchObject({ width: 8000, height: 5000 })
  })
})
