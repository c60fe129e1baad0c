import { hasVisibleCharacter, oneLine } from '@/lib/content/visible-text'
import { truncate } from '@/lib/platform/truncate'
import coverage from '@/lib/seo/fonts/coverage.json'

/** More than fits: titles written by SQL may have any length. */
const WORDS_MAX_CHARACTERS = 200

const INVISIBLE = /[\p{Cf}\p{Variation_Selector}\s]/u

/**
 * A text on one line without what the fonts have no glyph for: unknown symbols and emoji are dropped; an unknown
 * letter, or nothing visible, gives "".
 */
export function drawable(text: string): string {
  let drawn = ''
  for (const character of truncate(oneLine(text), WORDS_MAX_CHARACTERS)) {
    const isKnown = INVISIBLE.test(character) || hasGlyph(character.codePointAt(0) ?? 0)
    if (isKnown) drawn += character
    else if (/[\p{L}\p{M}\p{N}]/u.test(character)) return ''
  }
  return hasVisibleCharacter(drawn) ? drawn.trim() : ''
}

/** `coverage` holds pairs of first and last code point, in order. */
function hasGlyph(codePoint: number): boolean {
  let low = 0
  let high = coverage.length / 2 - 1
  while (low <= high) {
    const middle = (low + high) >> 1
    if (codePoint < (coverage[2 * middle] ?? 0)) high = middle - 1
    else if (codePoint > (coverage[2 * middle + 1] ?? 0)) low = middle + 1
    else return true
  }
  return false
}
