import { LRUCache } from 'lru-cache'
import { readImage } from '@/lib/media/server/read-image'
import { truncate } from '@/lib/platform/truncate'
import { drawable } from '@/lib/seo/server/drawable'
import { drawText, loadSharp, oneAtATime, SANS, SERIF } from '@/lib/seo/server/drawing'
import { SHARE_HEIGHT_PX, SHARE_WIDTH_PX, type ShareCard, shareStamp } from '@/lib/seo/server/share-card'
import { escapeXml } from '@/lib/seo/server/xml'
import type { ShareLook } from '@/lib/site-settings/share-look'

/** What is on the black bar. */
const BAR_INK = '#ecebe6'

const MARGIN_PX = 80
const BAR_PX = 92
const LINE_WIDTH_PX = SHARE_WIDTH_PX - 2 * MARGIN_PX
/** A picture stands on the line the title ends on: the portrait is cut to its size, a project's picture fits within. */
const PORTRAIT = { width: 240, height: 300, fit: 'cover' } as const
const PICTURE = { width: 480, height: 356, fit: 'inside' } as const
const PICTURE_GAP_PX = 56
const PICTURE_CORNER_PX = 6
const TITLE_TOP_PX = BAR_PX + 52
const TITLE_BOTTOM_PX = 500
const SMALLEST_TITLE_PX = 28
const TITLE_SIZES_PX = [104, 92, 80, 70, 62, 54, 46, 40, 34, SMALLEST_TITLE_PX]
const LINE_GAP = 0.08
const SMALL_PX = 30

const KIND_NAMES = { site: '', post: 'Project', note: 'Note' }

/** 64 images of at most some 60 KB, or 400 with a picture. */
const cache = new LRUCache<string, Promise<Uint8Array>>({ max: 64 })

/**
 * The card as a PNG of 1200 × 630, set in the bundled fonts; the most recent ones are cached in memory. One is rendered
 * at a time, and concurrent requests for the same card share one render.
 */
export function shareImage(card: ShareCard): Promise<Uint8Array> {
  const stamp = shareStamp(card)
  const cached = cache.get(stamp)
  if (cached) return cached
  const image = make(card)
  cache.set(stamp, image)
  image.catch(() => cache.delete(stamp))
  return image
}

type Words = { title: string; owner: string; detail: string; kind: string }

/** The renderable texts of a card: where the fonts lack the title's script, the owner's name replaces it. */
export function presentable({ kind, title, owner, detail }: ShareCard): Words {
  const kindName = KIND_NAMES[kind]
  const drawnOwner = drawable(owner)
  return {
    title: drawable(title) || drawnOwner || kindName || 'Portfolio',
    owner: kind === 'site' ? '' : drawnOwner,
    detail: drawable(detail),
    kind: kindName,
  }
}

async function make(card: ShareCard): Promise<Uint8Array> {
  const { picture, look } = card
  const url = picture || look.portrait
  // Read first: a slow store holds up nothing else that is drawn.
  const bytes = url ? await readImage(url) : null
  return oneAtATime(async () =>
    draw(presentable(card), look, bytes && (await framed(bytes, picture ? PICTURE : PORTRAIT))),
  )
}

type Framed = { png: Buffer; width: number; height: number }

async function draw(
  { title, owner, detail, kind }: Words,
  look: ShareLook,
  picture: Framed | null,
): Promise<Uint8Array> {
  const sharp = await loadSharp()
  const isRtl = isRightToLeft(title)
  const heading = await setTitle(title, look.ink, LINE_WIDTH_PX - (picture ? picture.width + PICTURE_GAP_PX : 0))
  const kindWidth = kind === '' ? 0 : (await lineWidth(kind)) + MARGIN_PX / 2
  const shownDetail = await fitted(detail, LINE_WIDTH_PX - kindWidth)
  const shownOwner = await fitted(owner, LINE_WIDTH_PX - MARGIN_PX)
  const left = isRtl ? SHARE_WIDTH_PX - MARGIN_PX - heading.width : MARGIN_PX
  const inset = picture && {
    input: picture.png,
    left: isRtl ? MARGIN_PX : SHARE_WIDTH_PX - MARGIN_PX - picture.width,
    top: TITLE_BOTTOM_PX - picture.height,
  }
  return sharp(Buffer.from(ground(shownOwner, shownDetail, kind, look, picture === null)))
    .composite([
      { input: heading.png, left: Math.max(0, left), top: TITLE_BOTTOM_PX - heading.height },
      ...(inset ? [inset] : []),
    ])
    .png({ palette: !inset, compressionLevel: 9 })
    .toBuffer()
}

/** A picture in the size it has on a card, with round corners. */
async function framed(picture: Uint8Array, { width, height, fit }: typeof PORTRAIT | typeof PICTURE): Promise<Framed> {
  const sharp = await loadSharp()
  const resized = await sharp(picture).resize(width, height, { fit }).png().toBuffer({ resolveWithObject: true })
  const { info } = resized
  const mask = `<svg xmlns="http://www.w3.org/2000/svg" width="${info.width}" height="${info.height}"><rect width="100%" height="100%" rx="${PICTURE_CORNER_PX}"/></svg>`
  const png = await sharp(resized.data)
    .ensureAlpha()
    .composite([{ input: Buffer.from(mask), blend: 'dest-in' }])
    .png()
    .toBuffer()
  return { png, width: info.width, height: info.height }
}

/** All but title and picture: the black bar with the mark and the owner, the hairline, the detail, the printer's mark. */
function ground(owner: string, detail: string, kind: string, look: ShareLook, hasMark: boolean): string {
  const line = (x: number, y: number, fill: string, text: string, anchor = 'start') =>
    `<text x="${x}" y="${y}" fill="${fill}" text-anchor="${anchor}" font-family="${SANS}" font-size="${SMALL_PX}">${escapeXml(text)}</text>`
  const right = SHARE_WIDTH_PX - MARGIN_PX
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${SHARE_WIDTH_PX}" height="${SHARE_HEIGHT_PX}">
<rect width="100%" height="100%" fill="${look.paper}"/>
${hasMark ? watermark(look) : ''}
<rect width="100%" height="${BAR_PX}" fill="#000"/>
<g transform="translate(${MARGIN_PX} 25) scale(1.5)" fill="none" stroke="${look.barAccent}" stroke-width="1.5">
<circle cx="10" cy="17.2" r="8.3"/><path d="M1.7 17.2h16.6M10 .8v24.7M6.6 5.2h6.8"/>
</g>
${line(MARGIN_PX + 48, 57, BAR_INK, owner)}
<path d="M${MARGIN_PX} 538.5H${right}" stroke="${look.line}" stroke-width="2"/>
${line(MARGIN_PX, 588, look.muted, detail)}
${line(right, 588, look.accent, kind, 'end')}
</svg>`
}

const watermark = ({ watermark: colour, hatching }: ShareLook) =>
  `<g transform="translate(806 116) scale(2.3)" fill="none" stroke="${colour}" stroke-width="2.25">
<circle cx="100" cy="168" r="92"/><circle cx="100" cy="168" r="86" stroke-width="0.75"/>
<path d="M8 168h184M100 8v252M66 54h68M78 32h44"/><path d="M100 8l-6 8h12zM66 54l7-5v10zM134 54l-7-5v10z" fill="${colour}"/>
<path stroke-width="${hatching.width}" stroke-linecap="${hatching.cap}" d="${hatching.path}"/>
</g>`

type Heading = { png: Buffer; width: number; height: number }

/** The title in the largest size that fits; in the smallest size truncated until it fits. */
async function setTitle(title: string, ink: string, width: number): Promise<Heading> {
  for (const size of TITLE_SIZES_PX) {
    const heading = await drawTitle(title, size, ink, width)
    if (heading) return heading
  }
  for (let length = [...title].length - 1; length > 1; length = Math.floor(length * 0.8)) {
    const heading = await drawTitle(truncate(title, length), SMALLEST_TITLE_PX, ink, width)
    if (heading) return heading
  }
  throw new Error('No part of the title fits its place.')
}

/** null when it does not fit. */
async function drawTitle(title: string, size: number, ink: string, width: number): Promise<Heading | null> {
  const drawn = await drawText({
    text: `<span foreground="${ink}">${escapeXml(title)}</span>`,
    font: `${SERIF} ${size}`,
    width,
    dpi: 72,
    rgba: true,
    wrap: 'word-char',
    spacing: Math.round(size * LINE_GAP),
  })
  if (!drawn) return null
  const { data, info } = drawn
  const fits = info.height <= TITLE_BOTTOM_PX - TITLE_TOP_PX && info.width <= width
  return fits ? { png: data, width: info.width, height: info.height } : null
}

/** A text truncated between words to a line of so many pixels. */
async function fitted(text: string, width: number): Promise<string> {
  let shown = text
  for (
    let length = [...text].length;
    length > 1 && (await lineWidth(shown)) > width;
    length = Math.floor(length * 0.9)
  ) {
    shown = truncate(text, length)
  }
  return shown
}

async function lineWidth(text: string): Promise<number> {
  if (text === '') return 0
  const drawn = await drawText({ text: escapeXml(text), font: `${SANS} ${SMALL_PX}`, dpi: 72, wrap: 'none' })
  return drawn?.info.width ?? Number.POSITIVE_INFINITY
}

/** By its first letter, like dir="auto" in browsers. */
export function isRightToLeft(text: string): boolean {
  const first = /\p{L}/u.exec(text)?.[0] ?? ''
  return /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u.test(first)
}
