import { firstFonts } from '@/lib/site-settings/fonts'
import type { FontPairing } from '@/lib/site-settings/look'

/** Names the two files of a pairing in the page's head, so that they come with the page. */
export function FirstFonts({ pairing }: { pairing: FontPairing }) {
  return firstFonts(pairing).map((font) => (
    <link key={font} rel="preload" as="font" type="font/woff2" crossOrigin="anonymous" href={font} />
  ))
}
