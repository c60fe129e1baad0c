import { preload } from 'react-dom'
import { firstFonts } from '@/lib/site-settings/fonts'
import type { FontPairing } from '@/lib/site-settings/look'

/** Names the two files of a pairing in the page's head. A link element would be there twice: React names it, too. */
export function preloadFonts(pairing: FontPairing): void {
  for (const font of firstFonts(pairing)) preload(font, { as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' })
}
