import pLimit from 'p-limit'
import type { Sharp, SharpOptions } from 'sharp'
import { IMAGE_MAX_BYTES, IMAGE_MAX_FRAMES, IMAGE_MAX_PIXELS } from '@/lib/content/contract-limits'
import { AppError } from '@/lib/http/errors'
import { isAnimatedPng } from '@/lib/media/animated-png'
import { BACKDROP_PREFIX } from '@/lib/media/backdrop'
import { decodeBmp, type RawImage } from '@/lib/media/server/codecs/bmp'
import { openIcon } from '@/lib/media/server/codecs/ico'
import {
  animatedPngRefused,
  animationTooBig,
  brokenImage,
  checkSize,
  notAPicture,
  tooManyBytes,
  tooManyFrames,
} from '@/lib/media/server/codecs/image-errors'
import { imageTypeOf } from '@/lib/media/server/image-type'
import { WIDEST_VARIANT_PIXELS } from '@/lib/media/variants'
import { contrastRatio, DARK_GROUND, LIGHT_GROUND } from '@/lib/platform/contrast'
import { deadline } from '@/lib/platform/server/deadlines'

/**
 * Encoding an image of 40 megapixels takes 80 to 430 MB, depending on its format (measured with sharp 0.35), so images
 * are encoded one at a time.
 */
const oneAtATime = pLimit(1)

/** An image ready to be stored: its pixels, encoded again, and no other part of the upload. */
export type PreparedImage = {
  bytes: Uint8Array
  contentType: 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp' | 'image/svg+xml'
  extension: 'png' | 'jpg' | 'gif' | 'webp' | 'svg'
  /** Pixels, after the camera's orientation is applied. */
  width: number
  height: number
  /** A data URL of less than 400 characters. */
  placeholder: string
  /** WebP copies in the widths screens request, narrowest first; none for an animation. */
  variants: ImageVariant[]
}

type ImageVariant = { width: number; bytes: Uint8Array }

type Encoding = Pick<PreparedImage, 'contentType' | 'extension'>
type Encoded = Encoding & { pipeline: Sharp; animated?: boolean }

/** Over all frames: 100 frames of 40 megapixels each would fit 4 MiB and take many minutes. */
const ANIMATION_MAX_PIXELS = 100_000_000
const PLACEHOLDER_MAX_CHARACTERS = 399
const PLACEHOLDER_SIDES_PIXELS = [16, 12, 8, 4]
/** Light, dark, and the grey on which black and white are seen alike. */
const BACKDROPS = [LIGHT_GROUND, DARK_GROUND, '#76797f']
/** WCAG 2.2 AA for what is no text. */
const INK_MIN_CONTRAST = 3
const INK_SAMPLE_PIXELS = 48
/** Of its area: a picture that covers more, as a window with its shadow, is its own ground. */
const INK_MAX_SHARE = 0.7
/** Widths of a card on a small, an ordinary and a dense screen, and of a full page. */
const VARIANT_WIDTHS_PIXELS = [480, 720, 960, WIDEST_VARIANT_PIXELS]
/** Narrower images are icons and small already. */
const VARIANTS_FROM_PIXELS = 240
const PNG: Encoding = { contentType: 'image/png', extension: 'png' }

/**
 * Detects an image's type by its bytes and encodes it again: upright, without metadata or trailing data. GIF and WebP
 * keep their frames, a PNG of several is refused; BMP and ICO become PNG.
 * @throws AppError about the field `image`: "too-large" over 4 MiB, "wrong-type" when it is no accepted image,
 * "unprocessable" when it is damaged, has too many pixels or frames, or too long a side
 */
export async function prepareImage(bytes: Uint8Array): Promise<PreparedImage> {
  if (bytes.byteLength > IMAGE_MAX_BYTES) throw tooManyBytes()
  const type = imageTypeOf(bytes)
  if (!type) throw notAPicture()
  return oneAtATime(async () => {
    try {
      if (type === 'bmp') return await finish(await fromRaw(decodeBmp(bytes)))
      if (type === 'ico') {
        const icon = openIcon(bytes)
        return await finish('png' in icon ? await fromFile('png', icon.png) : await fromRaw(icon.raw))
      }
      return await finish(await fromFile(type, bytes))
    } catch (error) {
      throw error instanceof AppError ? error : brokenImage(error)
    }
  })
}

async function fromRaw({ width, height, pixels, opaque }: RawImage): Promise<Encoded> {
  const pipeline = (await loadSharp())(pixels, { raw: { width, height, channels: 4 } })
  return { ...PNG, pipeline: (opaque ? pipeline.removeAlpha() : pipeline).png({ compressionLevel: 9 }) }
}

async function fromFile(type: 'png' | 'jpeg' | 'gif' | 'webp', bytes: Uint8Array): Promise<Encoded> {
  if (type === 'png' && isAnimatedPng(bytes)) throw animatedPngRefused()
  const sharp = await loadSharp()
  // Reads only the header; the library's own pixel limit would hide the reason from the client.
  const {
    format,
    width,
    height,
    pages = 1,
  } = await sharp(bytes, {
    failOn: 'error',
    limitInputPixels: false,
  }).metadata()
  if (format !== type) throw brokenImage(new Error(`announced as ${type}, read as ${format}`))
  checkSize(width, height)
  if (pages > IMAGE_MAX_FRAMES) throw tooManyFrames()
  const animated = pages > 1
  if (animated && width * height * pages > ANIMATION_MAX_PIXELS) throw animationTooBig(ANIMATION_MAX_PIXELS)

  const options: SharpOptions = { animated, failOn: 'error', limitInputPixels: ANIMATION_MAX_PIXELS }
  // An animation cannot be turned, and no camera makes one.
  const pipeline = animated ? sharp(bytes, options) : sharp(bytes, options).autoOrient()
  switch (type) {
    case 'png':
      return { ...PNG, pipeline: pipeline.png({ compressionLevel: 9 }) }
    case 'jpeg':
      return { contentType: 'image/jpeg', extension: 'jpg', pipeline: pipeline.jpeg({ quality: 88, mozjpeg: true }) }
    case 'gif':
      // Its colours already fit a palette: dithering them again would only add noise.
      return {
        contentType: 'image/gif',
        extension: 'gif',
        animated,
        pipeline: pipeline.gif({ effort: 3, dither: 0, keepDuplicateFrames: true }),
      }
    case 'webp':
      return { contentType: 'image/webp', extension: 'webp', animated, pipeline: pipeline.webp(webpOptions(bytes)) }
  }
}

/** Lossless pictures (screenshots) stay so. Little effort: more makes 40 megapixels take ten times as long. */
function webpOptions(bytes: Uint8Array) {
  return isLosslessWebp(bytes) ? { lossless: true, effort: 0 } : { quality: 88, effort: 2 }
}

/** Whether the first picture data of a WebP file, alone or in a frame of an animation, is of the lossless kind. */
function isLosslessWebp(bytes: Uint8Array): boolean {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let at = 12
  while (at + 8 <= view.length) {
    const name = view.toString('latin1', at, at + 4)
    if (name === 'VP8L') return true
    if (name === 'VP8 ' || name === 'ALPH') return false
    // A frame is 16 bytes about itself, then chunks of its own.
    if (name === 'ANMF') at += 24
    else at += 8 + view.readUInt32LE(at + 4) + (view.readUInt32LE(at + 4) % 2)
  }
  return false
}

async function finish({ pipeline, animated = false, ...encoding }: Encoded): Promise<PreparedImage> {
  const { data, info } = await pipeline
    .timeout({ seconds: deadline('pictureDecoding') / 1_000 })
    .toBuffer({ resolveWithObject: true })
  return {
    ...encoding,
    bytes: data,
    width: info.width,
    height: info.pageHeight ?? info.height,
    placeholder: await placeholderOf(data),
    variants: animated ? [] : await variantsOf(data, info.width),
  }
}

async function variantsOf(picture: Uint8Array, width: number): Promise<ImageVariant[]> {
  if (width < VARIANTS_FROM_PIXELS) return []
  const sharp = await loadSharp()
  const widths = [...new Set(VARIANT_WIDTHS_PIXELS.map((wanted) => Math.min(wanted, width)))]
  // Decoded once, at the widest of them: a photograph has ten times as many pixels.
  const { data, info } = await sharp(picture, { limitInputPixels: IMAGE_MAX_PIXELS })
    .resize({ width: Math.max(...widths), withoutEnlargement: true })
    .timeout({ seconds: deadline('pictureDecoding') / 1_000 })
    .raw()
    .toBuffer({ resolveWithObject: true })
  const variants: ImageVariant[] = []
  for (const wanted of widths) {
    const bytes = await sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } })
      .resize({ width: wanted })
      .webp({ quality: 80, effort: 4, smartSubsample: true })
      .toBuffer()
    // Flat drawings may be smaller as they are.
    if (wanted < width || bytes.byteLength < picture.byteLength) variants.push({ width: wanted, bytes })
  }
  return variants
}

/** A few blurred pixels, of which the smallest try always fits; for a transparent picture its backdrop. */
async function placeholderOf(picture: Uint8Array): Promise<string> {
  const sharp = await loadSharp()
  for (const side of PLACEHOLDER_SIDES_PIXELS) {
    const tiny = await sharp(picture, { limitInputPixels: IMAGE_MAX_PIXELS })
      .resize(side, side, { fit: 'inside' })
      .blur(0.6)
      .webp({ quality: 40, alphaQuality: 40, effort: 6 })
      .toBuffer()
    // The encoder leaves the alpha channel out where nothing is transparent.
    if ((await sharp(tiny).metadata()).hasAlpha) return backdropOf(picture)
    const url = `data:image/webp;base64,${tiny.toString('base64')}`
    if (url.length <= PLACEHOLDER_MAX_CHARACTERS) return url
  }
  return ''
}

/**
 * One colour behind all of a card: of the backdrops the first on which most of a transparent picture is seen. It is the same
 * in both schemes, because the ink is.
 */
async function backdropOf(picture: Uint8Array): Promise<string> {
  const sharp = await loadSharp()
  const pixels = await sharp(picture, { limitInputPixels: IMAGE_MAX_PIXELS })
    .resize(INK_SAMPLE_PIXELS, INK_SAMPLE_PIXELS, { fit: 'inside' })
    .toColourspace('srgb')
    .ensureAlpha()
    .raw()
    .toBuffer()
  let covered = 0
  for (let at = 3; at < pixels.length; at += 4) covered += pixels[at] ?? 0
  if (covered / 255 > (pixels.length / 4) * INK_MAX_SHARE) return ''
  const seen = BACKDROPS.map((backdrop) => {
    let ink = 0
    for (let at = 0; at < pixels.length; at += 4) {
      const colour = `#${pixels.toString('hex', at, at + 3)}`
      if (contrastRatio(colour, backdrop) >= INK_MIN_CONTRAST) ink += pixels[at + 3] ?? 0
    }
    return ink
  })
  const backdrop = BACKDROPS[seen.indexOf(Math.max(...seen))]
  const svg = `<svg xmlns="http://www.w3.org/2000/svg"><rect width="100%" height="100%" fill="${backdrop}"/></svg>`
  return `${BACKDROP_PREFIX}${Buffer.from(svg).toString('base64')}`
}

/** Loaded on first use; one thread, so that pages are still served. */
async function loadSharp() {
  const { default: sharp } = await import('sharp')
  sharp.concurrency(1)
  sharp.cache(false)
  return sharp
}
