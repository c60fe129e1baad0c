import { AppError } from '@/lib/http/errors'
import { readImage } from '@/lib/media/server/read-image'
import { drawText, FACES, loadSharp, oneAtATime } from '@/lib/seo/server/drawing'
import { ICON_FILES, type IconFile, iconStamp, type SiteIcon, siteIcon } from '@/lib/seo/server/site-icon'
import { imageCache, stampedResponse } from '@/lib/seo/server/stamped-image'
import { escapeXml } from '@/lib/seo/server/xml'
import type { FontPairing } from '@/lib/site-settings/look'
import { getSettings } from '@/lib/site-settings/server/queries'

/** The letters' greatest size, of the square; where it bleeds, they stay in the middle that every mask shows. */
const LETTERS = { whole: { width: 0.78, height: 0.5 }, bleeding: { width: 0.62, height: 0.42 } }
/** They are drawn larger than any icon shows them. */
const LETTERS_FONT_PX = 400
/** Of the square, as in public/icon.svg. */
const CORNER = 7 / 32

/** Each file of a few stamps; the largest takes some 30 KB, one with a picture 300. */
const cached = imageCache(24)

/**
 * Responds to a GET of `/icon/{stamp}/{file}` with the current icon; the well-known addresses have `current` as stamp.
 * @throws AppError "not-found"; "unavailable" when its picture cannot be read
 */
export async function iconResponse(
  request: Request,
  { stamp: requested, file }: { stamp: string; file: string },
): Promise<Response> {
  if (!isIconFile(file) || !/^(current|[0-9a-f]{16})$/.test(requested)) {
    throw new AppError('not-found', 'There is no such image.')
  }
  const icon = siteIcon(await getSettings())
  const stamp = iconStamp(icon)
  const contentType = file === 'favicon.ico' ? 'image/x-icon' : 'image/png'
  return stampedResponse(request, { stamp, isCurrent: requested === stamp, contentType }, () => iconImage(icon, file))
}

const isIconFile = (file: string): file is IconFile => Object.hasOwn(ICON_FILES, file)

/** The icon as a square PNG, or as an ICO that contains one; the most recent ones are cached in memory. */
export function iconImage(icon: SiteIcon, file: IconFile): Promise<Uint8Array> {
  return cached(`${iconStamp(icon)}/${file}`, () => make(icon, file))
}

async function make(icon: SiteIcon, file: IconFile): Promise<Uint8Array> {
  const { size, bleeds } = ICON_FILES[file]
  // Read first: a slow store holds up nothing else that is drawn.
  const source = icon.portrait ? await readImage(icon.portrait) : Buffer.from(ground(icon, size))
  const png = await oneAtATime(() => draw(source, icon, size, bleeds))
  return file === 'favicon.ico' ? ico(png, size) : png
}

async function draw(source: Uint8Array, { letters, fonts }: SiteIcon, size: number, bleeds: boolean): Promise<Buffer> {
  const sharp = await loadSharp()
  const square = sharp(source).resize(size, size, { fit: 'cover' })
  const share = bleeds ? LETTERS.bleeding : LETTERS.whole
  const drawn = letters === '' ? [] : [{ input: await drawLetters(letters, fonts, size, share) }]
  const corner = Math.round(size * CORNER)
  const mask = `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}"><rect width="100%" height="100%" rx="${corner}"/></svg>`
  const cut = bleeds ? [] : [{ input: Buffer.from(mask), blend: 'dest-in' as const }]
  return square
    .ensureAlpha()
    .composite([...drawn, ...cut])
    .png({ compressionLevel: 9 })
    .toBuffer()
}

/** The accent, with the mark where there are no letters. */
function ground({ colour, letters }: SiteIcon, size: number): string {
  const mark = `<g fill="none" stroke="#fff" stroke-width="2"><circle cx="16" cy="19" r="8"/><path d="M8 19h16M16 3.5V27M12.5 7.5h7"/></g>`
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" width="${size}" height="${size}">
<rect width="32" height="32" fill="${colour}"/>${letters === '' ? mark : ''}
</svg>`
}

async function drawLetters(
  letters: string,
  fonts: FontPairing,
  size: number,
  share: typeof LETTERS.whole,
): Promise<Buffer> {
  const drawn = await drawText({
    text: `<span foreground="#ffffff">${escapeXml(letters)}</span>`,
    font: `${FACES[fonts].heading.family} ${LETTERS_FONT_PX}`,
    dpi: 72,
    rgba: true,
    wrap: 'none',
  })
  if (!drawn) throw new Error('The initials cannot be drawn.')
  const sharp = await loadSharp()
  const [width, height] = [Math.round(size * share.width), Math.round(size * share.height)]
  return sharp(await sharp(drawn.data).trim().toBuffer())
    .resize(width, height, { fit: 'inside' })
    .toBuffer()
}

/** An ICO file with one PNG in it: a header of 6 bytes, an entry of 16. */
function ico(png: Buffer, size: number): Buffer {
  const head = Buffer.alloc(22)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(1, 4)
  head.writeUInt8(size, 6)
  head.writeUInt8(size, 7)
  head.writeUInt16LE(1, 10)
  head.writeUInt16LE(32, 12)
  head.writeUInt32LE(png.byteLength, 14)
  head.writeUInt32LE(head.byteLength, 18)
  return Buffer.concat([head, png])
}
