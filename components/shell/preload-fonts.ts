import { preload } from 'react-dom'
import { firstFonts } from '@/lib/site-settings/fonts'
import type { FontPairing } from '@/lib/site-settings/look'

/** Has the page name the two files of a pairing in its head. */
export function preloadFonts(pairing: FontPairing): void {
  for (const font of firstFonts(pairing)) preload(font, { as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' })
}
