import { preload } from 'react-dom'
import { CODE_FONT, FORMULA_FONT, firstFonts, italicFont } from '@/lib/site-settings/fonts'
import type { FontPairing } from '@/lib/site-settings/look'

/** Names the two files of a pairing in the page's head. A link element would be there twice: React names it, too. */
export function preloadFonts(pairing: FontPairing): void {
  firstFonts(pairing).forEach(preloadFont)
}

/** The italics, for a page whose first lines have some. */
export function preloadItalics(pairing: FontPairing): void {
  preloadFont(italicFont(pairing))
}

/** What else the HTML of a text is set in. */
export function preloadTextFonts(pairing: FontPairing, html: string): void {
  if (/<(em|i|cite|dfn|var)\b/.test(html)) preloadItalics(pairing)
  if (html.includes('<math')) preloadFont(FORMULA_FONT)
  if (/<(code|kbd|samp|pre)\b/.test(html)) preloadFont(CODE_FONT)
}

const preloadFont = (file: string) => preload(file, { as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' })
