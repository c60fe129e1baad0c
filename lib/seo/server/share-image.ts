import { readImage } from '@/lib/media/server/read-image'
import { truncate } from '@/lib/platform/truncate'
import { drawable } from '@/lib/seo/server/drawable'
import { drawText, FACES, type Face, loadSharp, oneAtATime } from '@/lib/seo/server/drawing'
import { SHARE_HEIGHT_PX, SHARE_WIDTH_PX, type ShareCard, shareStamp } from '@/lib/seo/server/share-card'
import { imageCache } from '@/lib/seo/server/stamped-image'
import { escapeXml } from '@/lib/seo/server/xml'
import { ORB_LINES } from '@/lib/site-settings/mark'
import type { ShareAppearance } from '@/lib/site-settings/share-look'

/** What is on the black bar. */
const BAR_INK = '#ecebe6'

const MARGIN_PX = 80
const BAR_PX = 92
const LINE_WIDTH_PX = SHARE_WIDTH_PX - 2 * MARGIN_PX
/** A picture has the right half: the portrait is cut to its size, a project's picture fits within. */
const PORTRAIT = { width: 240, height: 300, fit: 'cover' } as const
const PICTURE = { width: 560, height: 372, fit: 'inside' } as const
const PICTURE_GAP_PX = 56
const PICTURE_CORNER_PX = 6
/** Between the bar and the hairline, in whose middle title, sentence and picture are. */
const AREA_TOP_PX = BAR_PX + 52
const AREA_HEIGHT_PX = 500 - AREA_TOP_PX
const MIDDLE_PX = (BAR_PX + 538) / 2
const SUMMARY_PX = 32
const SUMMARY_LINES = 4
const SUMMARY_GAP_PX = 24
const SMALLEST_TITLE_PX = 28
const TITLE_SIZES_PX = [104, 92, 80, 70, 62, 54, 46, 40, 34, SMALLEST_TITLE_PX]
const SMALL_PX = 30
/** The height of a small line's picture, in whose middle its capitals are. */
const SMALL_LINE_PX = 60
const DETAIL_MIDDLE_PX = 577

const KIND_NAMES = { site: '', post: 'Project', note: 'Note' }

/** 64 images of at most some 60 KB, or 400 with a picture. */
const cached = imageCache(64)

/**
 * The card as a PNG of 1200 × 630, set in the bundled fonts; the most recent ones are cached in memory. One is rendered
 * at a time, and concurrent requests for the same card share one render.
 */
export function shareImage(card: ShareCard): Promise<Uint8Array> {
  return cached(shareStamp(card), () => make(card))
}

type Words = { title: string; owner: string; summary: string; detail: string; kind: string }

/** The renderable texts of a card: where the fonts lack the title's script, the owner's name replaces it. */
export function presentable({ kind, title, owner, summary, detail }: ShareCard): Words {
  const kindName = KIND_NAMES[kind]
  const drawnOwner = drawable(owner)
  return {
    title: drawable(title) || drawnOwner || kindName || 'Portfolio',
    owner: title === owner ? '' : drawnOwner,
    summary: drawable(summary),
    detail: drawable(detail),
    kind: kindName,
  }
}

async function make(card: ShareCard): Promise<Uint8Array> {
  const { picture, appearance } = card
  const url = picture || appearance.portrait
  // Read first: a slow store holds up nothing else that is drawn.
  const bytes = url ? await readImage(url) : null
  return oneAtATime(async () =>
    draw(presentable(card), appearance, bytes && (await framed(bytes, picture ? PICTURE : PORTRAIT))),
  )
}

type Framed = { png: Buffer; width: number; height: number }

async function draw(
  { title, owner, summary, detail, kind }: Words,
  appearance: ShareAppearance,
  picture: Framed | null,
): Promise<Uint8Array> {
  const sharp = await loadSharp()
  const { heading, text } = FACES[appearance.fonts]
  const width = LINE_WIDTH_PX - (picture ? picture.width + PICTURE_GAP_PX : 0)
  const below = await setSummary(summary, { width, ink: appearance.muted, face: text })
  const block = await setTitle(title, below, { width, ink: appearance.ink, face: heading })
  const right = SHARE_WIDTH_PX - MARGIN_PX
  const kindWidth = await lineWidth(kind, text)
  const detailWidth = LINE_WIDTH_PX - (kind === '' ? 0 : kindWidth + MARGIN_PX / 2)
  const small = [
    { words: owner, width: LINE_WIDTH_PX - MARGIN_PX, ink: BAR_INK, left: MARGIN_PX + 48, middle: BAR_PX / 2 },
    { words: detail, width: detailWidth, ink: appearance.muted, left: MARGIN_PX, middle: DETAIL_MIDDLE_PX },
    { words: kind, width: LINE_WIDTH_PX, ink: appearance.accent, left: right - kindWidth, middle: DETAIL_MIDDLE_PX },
  ]
  const lines = []
  for (const { words, width, ink, left, middle } of small) {
    const png = await drawLine(await fitted(words, width, text), ink, text)
    if (png) lines.push({ input: png, left, top: middle - SMALL_LINE_PX / 2 })
  }
  const isRtl = isRightToLeft(title)
  const inset = picture && {
    input: picture.png,
    left: isRtl ? MARGIN_PX : right - picture.width,
    top: Math.round(MIDDLE_PX - picture.height / 2),
  }
  return sharp(Buffer.from(ground(appearance, picture === null)))
    .composite([
      {
        input: block.png,
        left: isRtl ? Math.max(0, right - block.width) : MARGIN_PX,
        top: Math.max(AREA_TOP_PX, Math.round(MIDDLE_PX - block.height / 2)),
      },
      ...lines,
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

/** What is neither text nor picture: an SVG's text would be in a font of the system. */
function ground(appearance: ShareAppearance, hasMark: boolean): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${SHARE_WIDTH_PX}" height="${SHARE_HEIGHT_PX}">
<rect width="100%" height="100%" fill="${appearance.paper}"/>
${hasMark ? watermark(appearance) : ''}
<rect width="100%" height="${BAR_PX}" fill="#000"/>
<g transform="translate(${MARGIN_PX} 25) scale(1.5)" fill="none" stroke="${appearance.barAccent}" stroke-width="1.5">
<circle cx="10" cy="17.2" r="8.3"/><path d="M1.7 17.2h16.6M10 .8v24.7M6.6 5.2h6.8"/>
</g>
<path d="M${MARGIN_PX} 538.5H${SHARE_WIDTH_PX - MARGIN_PX}" stroke="${appearance.line}" stroke-width="2"/>
</svg>`
}

const watermark = ({ watermark: colour }: ShareAppearance) =>
  `<g transform="translate(806 116) scale(2.3)" fill="none" stroke="${colour}" stroke-width="2.25">
<circle cx="100" cy="168" r="92"/><circle cx="100" cy="168" r="86" stroke-width="0.75"/>
<path d="M8 168h184M100 8v252M66 54h68M78 32h44"/><path d="M100 8l-6 8h12zM66 54l7-5v10zM134 54l-7-5v10z" fill="${colour}"/>
<path stroke-width="0.9" d="${ORB_LINES}"/>
</g>`

type Drawn = { png: Buffer; width: number; height: number }
type Setting = { width: number; ink: string; face: Face }

/**
 * The title in the largest size in which it fits, and no word is parted; in the smallest size truncated until it fits.
 * `below`, as markup, is part of the same layout, so that it keeps its distance whatever letters the title has.
 */
async function setTitle(title: string, below: string, setting: Setting): Promise<Drawn> {
  const set = async (shown: string, size: number) => {
    const block = await drawBlock(`${markup(shown, size, setting)}${below}`, setting.width)
    return block && block.height <= AREA_HEIGHT_PX ? block : null
  }
  const longest = title.split(/\s+/).sort((a, b) => b.length - a.length)[0] ?? ''
  const wordWidth = (await lineWidth(longest, setting.face)) / SMALL_PX
  for (const size of TITLE_SIZES_PX) {
    if (size > SMALLEST_TITLE_PX && wordWidth * size > setting.width) continue
    const block = await set(title, size)
    if (block) return block
  }
  for (let length = [...title].length - 1; length > 1; length = Math.floor(length * 0.8)) {
    const block = await set(truncate(title, length), SMALLEST_TITLE_PX)
    if (block) return block
  }
  throw new Error('No part of the title fits its place.')
}

/** The markup of a sentence below the title, truncated to four lines; "" where there is none. */
async function setSummary(summary: string, setting: Setting): Promise<string> {
  for (let length = Math.min([...summary].length, 300); length > 1; length = Math.floor(length * 0.9)) {
    const sentence = markup(truncate(summary, length), SUMMARY_PX, setting)
    const drawn = await drawBlock(sentence, setting.width)
    if (drawn && drawn.height <= SUMMARY_LINES * SUMMARY_PX * 1.5) {
      const font = `${setting.face.family} ${SUMMARY_GAP_PX}`
      return `\n<span font="${font}" line_height="${1_024 * SUMMARY_GAP_PX}"> \n</span>${sentence}`
    }
  }
  return ''
}

const markup = (text: string, size: number, { ink, face }: Omit<Setting, 'width'>) =>
  `<span font="${face.family} ${size}" line_height="${face.lineHeight}" foreground="${ink}">${escapeXml(text)}</span>`

/** null when it is wider than its place. */
async function drawBlock(text: string, width: number): Promise<Drawn | null> {
  const drawn = await drawText({ text, width, dpi: 72, rgba: true, wrap: 'word-char' })
  if (!drawn || drawn.info.width > width) return null
  return { png: drawn.data, width: drawn.info.width, height: drawn.info.height }
}

/**
 * A small line as a PNG of `SMALL_LINE_PX`; null where there is no text. What is drawn is as high as its letters: between
 * two invisible lines of capitals, all lines are equally high.
 */
async function drawLine(text: string, ink: string, face: Face): Promise<Buffer | null> {
  if (text === '') return null
  const [line, guide] = [1_024 * SMALL_LINE_PX, '<span fgalpha="1">H</span>']
  const font = `${face.family} ${SMALL_PX}`
  const drawn = await drawText({
    text: `<span font="${font}" line_height="${line}" foreground="${ink}">${guide}\n${escapeXml(text)}\n${guide}</span>`,
    ...{ dpi: 72, rgba: true, wrap: 'none' },
  })
  if (!drawn) return null
  const { width, height } = drawn.info
  const sharp = await loadSharp()
  const top = Math.round((height - SMALL_LINE_PX) / 2)
  return sharp(drawn.data).extract({ left: 0, top, width, height: SMALL_LINE_PX }).png().toBuffer()
}

/** A text truncated between words to a line of so many pixels. */
async function fitted(text: string, width: number, face: Face): Promise<string> {
  let shown = text
  for (
    let length = [...text].length;
    length > 1 && (await lineWidth(shown, face)) > width;
    length = Math.floor(length * 0.9)
  ) {
    shown = truncate(text, length)
  }
  return shown
}

async function lineWidth(text: string, face: Face): Promise<number> {
  if (text === '') return 0
  const drawn = await drawText({ text: escapeXml(text), font: `${face.family} ${SMALL_PX}`, dpi: 72, wrap: 'none' })
  return drawn?.info.width ?? Number.POSITIVE_INFINITY
}

/** By its first letter, like dir="auto" in browsers. */
export function isRightToLeft(text: string): boolean {
  const first = /\p{L}/u.exec(text)?.[0] ?? ''
  return /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u.test(first)
}
