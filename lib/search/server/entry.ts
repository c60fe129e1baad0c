import { isStopWord, stemOf, type Token, tokensOf } from '@/lib/content/words'

/** Increase it with every change of what is stored of a text, or of lib/content/words.ts: maintenance makes all anew. */
export const INDEX_VERSION = 4

type Weight = 'A' | 'B' | 'C' | 'D'
export type Field = { tokens: Token[]; weight: Weight }

export const field = (text: string, weight: Weight): Field => ({ tokens: [...tokensOf(text)], weight })

/** PostgreSQL counts no further. */
const POSITION_MAX = 16_383
const POSITIONS_MAX = 255
/** A tsvector has at most 1 MiB. */
const VECTOR_MAX_BYTES = 600_000
/** So that no phrase goes on in the next field. */
const FIELD_GAP = 8

/** A tsvector as PostgreSQL reads it. */
export function vectorOf(fields: Field[]): string {
  const words = new Map<string, string[]>()
  let bytes = 0
  let position = 0
  const add = (word: string, at: number, weight: Weight) => {
    const positions = words.get(word) ?? []
    if (positions.length >= POSITIONS_MAX || bytes > VECTOR_MAX_BYTES) return
    if (positions.length === 0) {
      words.set(word, positions)
      bytes += 4 * word.length
    }
    positions.push(`${Math.min(at, POSITION_MAX)}${weight}`)
    bytes += 2
  }
  for (const { tokens, weight } of fields) {
    for (const { parts, joined } of tokens) {
      add(joined, position + 1, weight)
      for (const part of parts) {
        position += 1
        if (part !== joined) add(part, position, weight)
        const stem = stemOf(part)
        if (stem !== part && stem !== joined) add(stem, position, weight)
      }
    }
    position += FIELD_GAP
  }
  return [...words].map(([word, positions]) => `'${word}':${positions.join()}`).join(' ')
}

const LISTED_WORDS_MAX = 5_000
const LISTED = /^\p{L}{3,24}$/u

/** The words of fields that a misspelt one may be meant for, in order: two saves that add the same do not lock each other. */
export function listedWords(fields: Field[]): string[] {
  const words = new Set<string>()
  for (const { parts, joined } of fields.flatMap(({ tokens }) => tokens)) {
    for (const word of [joined, ...parts]) if (LISTED.test(word) && !isStopWord(word)) words.add(word)
    if (words.size >= LISTED_WORDS_MAX) break
  }
  return [...words].sort()
}
