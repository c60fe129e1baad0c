import { stemmer } from 'stemmer'

/*
 * How a text becomes words, for the index and for what is searched alike: PostgreSQL's own parser makes "c" of C++ and
 * C#, and one word of "async/await". No extension of the database is needed for any of it.
 */

/** A word as it stands in a text, from `start` to before `end`. */
export type Token = {
  start: number
  end: number
  /** Folded; more than one for `useEffect`, node.js, `foo_bar`. */
  parts: string[]
  /** All parts in one: `nodejs` of node.js. Equals the part where there is only one. */
  joined: string
}

/** Longer ones are no words; the index cuts them. */
const WORD_MAX_CHARACTERS = 64
const JOINED_MAX_PARTS = 5

/** Names that mean something of their own, which their signs or their halves do not tell. */
const SIGNED = /(?<![\p{L}\p{N}])(?:\p{L}(?:\+\+|[#♯])|\.net)(?!\p{L})/iu
const SIGNS = new Map([
  ['++', 'plusplus'],
  ['#', 'sharp'],
  ['♯', 'sharp'],
])
const WHOLE = new Set(
  'javascript typescript coffeescript actionscript ecmascript github gitlab youtube linkedin devops macos ios'.split(
    ' ',
  ),
)

/** Scripts that put no spaces between words: each character is a word, and a word of several is a phrase. */
const UNSPACED = '\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}\\p{sc=Thai}\\p{sc=Lao}\\p{sc=Khmer}\\p{sc=Myanmar}'
const LETTERS = `(?:(?![${UNSPACED}])[\\p{L}\\p{N}])(?:(?![${UNSPACED}])[\\p{L}\\p{N}\\p{M}])*`
/** What holds the parts of a word together; what else stands between two, as in `async/await`, makes them two words. */
const JOINTS = "[._'’&-]{1,3}"
const TOKEN = new RegExp(
  `${SIGNED.source}|[${UNSPACED}]\\p{M}*|${LETTERS}(?:${JOINTS}(?!${SIGNED.source})${LETTERS})*`,
  'giu',
)
const PART = new RegExp(LETTERS, 'giu')
/** Between the words of `useEffect` and of `HTMLElement`. */
const HUMP = /(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u

const COMBINING = /[\u0300-\u036f]/g
const LIGATURES = new Map([
  ['ß', 'ss'],
  ['æ', 'ae'],
  ['œ', 'oe'],
  ['ø', 'o'],
  ['ł', 'l'],
  ['đ', 'd'],
  ['ð', 'd'],
  ['þ', 'th'],
  ['ı', 'i'],
  ['ς', 'σ'],
])

/** In lower case and without accents: as people type what they search for. */
export function fold(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFKD')
    .replace(COMBINING, '')
    .normalize('NFKC')
    .replace(/[ßæœøłđðþıς]/g, (letter) => LIGATURES.get(letter) ?? letter)
}

/** The words of a text in order. */
export function* tokensOf(text: string): Generator<Token> {
  for (const match of text.matchAll(TOKEN)) {
    const [written] = match
    const parts = partsOf(written).map((part) => part.slice(0, WORD_MAX_CHARACTERS))
    if (parts.length === 0) continue
    const joined = (parts.length <= JOINED_MAX_PARTS ? parts.join('') : '').slice(0, WORD_MAX_CHARACTERS)
    yield { start: match.index, end: match.index + written.length, parts, joined: joined || (parts[0] ?? '') }
  }
}

/** Most words: nothing below would change them. */
const PLAIN = /^[a-z]+$/

function partsOf(written: string): string[] {
  if (PLAIN.test(written)) return [written]
  const signed = SIGNED.exec(written)
  if (signed?.[0] === written) return [signedWord(fold(written))]
  const parts = [...written.matchAll(PART)]
  if (parts.length === 0) return [fold(written)]
  return parts.flatMap(([part]) => (WHOLE.has(part.toLowerCase()) ? [fold(part)] : part.split(HUMP).map(fold)))
}

const EACH_SIGNED = new RegExp(SIGNED.source, 'giu')

/** A text with the words of its signs in their place. */
export const spellSigns = (text: string): string =>
  text.replace(EACH_SIGNED, (written) => ` ${signedWord(fold(written))} `)

/** `c++` is cplusplus, `.net` dotnet. */
function signedWord(folded: string): string {
  return folded.startsWith('.') ? `dot${folded.slice(1)}` : `${folded.slice(0, 1)}${SIGNS.get(folded.slice(1)) ?? ''}`
}

/** The stem of an English word; of any other the word itself. */
export function stemOf(word: string): string {
  return /^[a-z]{4,}$/.test(word) ? stemmer(word) : word
}

/** Too frequent to find anything by; they count only in a phrase. */
const STOP_WORDS = new Set(
  'a an and are as at be by do for from how i if in into is it its of on or that the this to was what when where which who why will with you your'.split(
    ' ',
  ),
)

export const isStopWord = (word: string): boolean => STOP_WORDS.has(word)

/** How many letters of a word may be wrong. */
export function typosAllowed(word: string): number {
  if (word.length < 3) return 0
  return word.length < 7 ? 1 : 2
}

/**
 * How many letters have to be changed, added, taken away or swapped with their neighbour to make one word of another;
 * `limit` + 1 for more than `limit`.
 */
export function typosBetween(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit) return limit + 1
  let beforeLast: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, column) => column)
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row]
    let least = row
    for (let column = 1; column <= b.length; column += 1) {
      const differ = a[row - 1] === b[column - 1] ? 0 : 1
      let typos = Math.min((last[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1, (last[column - 1] ?? 0) + differ)
      const isSwapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]
      if (isSwapped) typos = Math.min(typos, (beforeLast[column - 2] ?? 0) + 1)
      current.push(typos)
      least = Math.min(least, typos)
    }
    if (least > limit) return limit + 1
    beforeLast = last
    last = current
  }
  return Math.min(last[b.length] ?? 0, limit + 1)
}
