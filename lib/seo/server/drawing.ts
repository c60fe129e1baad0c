import { join } from 'node:path'
import pLimit from 'p-limit'
import type { CreateText } from 'sharp'
import type { FontPairing } from '@/lib/site-settings/look'

const FONTS_FOLDER = join(process.cwd(), 'lib', 'seo', 'fonts')
const FONT_FILES = [
  'newsreader.ttf',
  'hanken-grotesk.ttf',
  'literata.ttf',
  'literata-ext.ttf',
  'public-sans.ttf',
  'public-sans-ext.ttf',
  'bricolage-grotesque.ttf',
  'bricolage-grotesque-ext.ttf',
  'noto-serif.ttf',
  'noto-sans-cjk.otf',
  'noto-naskh-arabic.ttf',
  'noto-serif-hebrew.ttf',
  'noto-serif-devanagari.ttf',
  'noto-serif-thai.ttf',
  'noto-emoji.ttf',
]
const FALLBACKS =
  'Noto Serif, Noto Sans CJK JP, Noto Naskh Arabic, Noto Serif Hebrew, Noto Serif Devanagari, Noto Serif Thai, Noto Emoji'
const SERIF = `Newsreader Display, ${FALLBACKS}`
const SANS = `Hanken Grotesk, ${FALLBACKS}`

/** `lineHeight` multiplies the font's own, so that lines are equally far apart in each pairing. */
export type Face = { family: string; lineHeight: number }
const SANS_TEXT: Face = { family: SANS, lineHeight: 1.06 }

/** The faces of each pairing: of titles, and of all else. */
export const FACES: Record<FontPairing, { heading: Face; text: Face }> = {
  book: { heading: { family: SERIF, lineHeight: 1.08 }, text: SANS_TEXT },
  essay: {
    heading: { family: `Literata Display, ${SERIF}`, lineHeight: 0.82 },
    text: { family: `Public Sans Text, ${SANS}`, lineHeight: 1.17 },
  },
  grotesk: { heading: { family: `Bricolage Display, ${SANS}`, lineHeight: 0.92 }, text: SANS_TEXT },
}

/** Of share images and icons, as each takes a core for a while. */
export const oneAtATime = pLimit(1)

/** The text as a PNG of its own size; null beyond the 32,767 pixels a surface of Cairo can have. */
export async function drawText(text: CreateText) {
  const sharp = await loadSharp()
  try {
    return await sharp({ text }).png().toBuffer({ resolveWithObject: true })
  } catch (error) {
    if (error instanceof Error && error.message.includes('too big')) return null
    throw error
  }
}

type Sharp = typeof import('sharp').default

let loading: Promise<Sharp> | undefined

/** Loads sharp and registers our fonts with it, independent of the system's fonts. */
export function loadSharp(): Promise<Sharp> {
  loading ??= readFonts().catch((error: unknown) => {
    loading = undefined
    throw error
  })
  return loading
}

async function readFonts(): Promise<Sharp> {
  const { default: sharp } = await import('sharp')
  for (const file of FONT_FILES) {
    const text = { text: 'a', font: 'serif', fontfile: join(FONTS_FOLDER, file) }
    await sharp({ text }).raw().toBuffer()
  }
  return sharp
}
