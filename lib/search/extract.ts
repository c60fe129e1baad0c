import { stemOf, type Token, tokensOf } from '@/lib/content/words'

/** Plain text, and what of it was searched for, from [0] to before [1]. */
export type Extract = { extract: string; marks: Array<[from: number, to: number]> }

/** The word of the search that a word of a text is; undefined for none. */
export type Matcher = (token: Token) => string | undefined

export const EXTRACT_MAX_CHARACTERS = 200
const LEAD_CHARACTERS = 50
const ELLIPSIS = '…'

/** @param words folded, with their stems; `prefixes` are words somebody has begun */
export function matcherOf(words: string[], prefixes: string[]): Matcher {
  const known = new Set(words)
  return ({ parts, joined }) =>
    [joined, ...parts].flatMap((word) => [word, stemOf(word)]).find((word) => known.has(word)) ??
    prefixes.find((prefix) => joined.startsWith(prefix) || parts.some((part) => part.startsWith(prefix)))
}

/** The piece of a text that holds most of the words, the first of those; its beginning where it holds none. */
export function extractOf(text: string, isMatch: Matcher, maxCharacters = EXTRACT_MAX_CHARACTERS): Extract {
  const hits: Array<{ start: number; end: number; word: string }> = []
  for (const token of tokensOf(text)) {
    const word = isMatch(token)
    if (word !== undefined) hits.push({ start: token.start, end: token.end, word })
  }
  const from = text.length <= maxCharacters ? 0 : startOf(text, bestStart(hits, maxCharacters - LEAD_CHARACTERS))
  const to = endOf(text, from, maxCharacters)
  const before = from > 0 ? ELLIPSIS : ''
  const shown = text.slice(from, to)
  const offset = before.length - from
  return {
    // Line breaks become spaces: no character moves.
    extract: `${before}${shown.replace(/\s/g, ' ')}${to < text.length ? ELLIPSIS : ''}`,
    marks: hits
      .filter(({ start, end }) => start >= from && end <= to)
      .map(({ start, end }) => [start + offset, end + offset]),
  }
}

/** Where the window with most different words begins. */
function bestStart(hits: Array<{ start: number; end: number; word: string }>, width: number): number {
  const inside = new Map<string, number>()
  let best = { words: 0, start: 0 }
  let last = 0
  hits.forEach(({ start }, first) => {
    for (; last < hits.length; last += 1) {
      const next = hits[last]
      if (!next || next.end > start + width) break
      inside.set(next.word, (inside.get(next.word) ?? 0) + 1)
    }
    if (inside.size > best.words) best = { words: inside.size, start }
    const word = hits[first]?.word ?? ''
    const left = (inside.get(word) ?? 0) - 1
    if (left > 0) inside.set(word, left)
    else inside.delete(word)
    last = Math.max(last, first + 1)
  })
  return best.start
}

/** Some words before a place. */
function startOf(text: string, position: number): number {
  if (position <= LEAD_CHARACTERS) return 0
  const space = text.slice(position - LEAD_CHARACTERS, position).search(/\s/)
  return space < 0 ? position : position - LEAD_CHARACTERS + space + 1
}

function endOf(text: string, from: number, maxCharacters: number): number {
  const end = from + maxCharacters
  if (end >= text.length) return text.length
  const space = text.slice(from, end).search(/\s\S*$/)
  // A pair of surrogates stays whole where there is no space.
  if (space <= 0) return /[\uDC00-\uDFFF]/.test(text[end] ?? '') ? end - 1 : end
  return from + space
}
