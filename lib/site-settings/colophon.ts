import { FONT_PAIRINGS, type FontPairing } from '@/lib/site-settings/look'

/** What the fonts of each pairing are called. */
export const FONT_NAMES: Record<FontPairing, string> = {
  book: 'Newsreader and Hanken Grotesk',
  essay: 'Literata and Public Sans',
  grotesk: 'Bricolage Grotesque and Hanken Grotesk',
}

/** The paragraph every new site ends with. */
export const newColophon = (fonts: FontPairing) =>
  `A colophon is the paragraph at the end of a book that says how it was made. This one is set in ${FONT_NAMES[fonts]}, and made with Colophon.`

/** What it becomes once the examples are removed: it explains nothing any more. */
export const plainColophon = (fonts: FontPairing) => `Set in ${FONT_NAMES[fonts]}, and made with Colophon.`

/** The colophon as it is shown: one that nobody has edited names the fonts of today. */
export function shownColophon(stored: string, fonts: FontPairing): string {
  const made = [newColophon, plainColophon].find((make) => FONT_PAIRINGS.some((pairing) => make(pairing) === stored))
  return made ? made(fonts) : stored
}
