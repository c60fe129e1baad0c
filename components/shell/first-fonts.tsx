import { firstFonts } from '@/lib/site-settings/fonts'
import type { FontPairing } from '@/lib/site-settings/look'

/**
 * Names the two files of a pairing in the page's head. As elements: preload() would also be heard where a page merely
 * carries what it shows in another case, such as the page for unknown paths.
 */
export function FirstFonts({ pairing }: { pairing: FontPairing }) {
  return firstFonts(pairing).map((font) => (
    <link key={font} rel="preload" as="font" type="font/woff2" crossOrigin="anonymous" href={font} />
  ))
}
