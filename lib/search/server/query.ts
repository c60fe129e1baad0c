import { isStopWord, stemOf, tokensOf, typosBetween } from '@/lib/content/words'

/** What stands between two spaces of what somebody searches for, without signs around it; `joined`: its parts as one word. */
export type Term = { written: string; parts: string[]; joined: string[]; isStop: boolean }

export function termsOf(text: string): Term[] {
  return text.split(/\s+/).flatMap((chunk): Term[] => {
    const tokens = [...tokensOf(chunk)]
    const parts = tokens.flatMap((token) => token.parts)
    const joined = tokens.length === 1 && parts.length > 1 ? tokens.map((token) => token.joined) : []
    const written = chunk.slice(tokens[0]?.start, tokens.at(-1)?.end)
    return parts.length === 0 ? [] : [{ written, parts, joined, isStop: parts.every(isStopWord) }]
  })
}

/** Those that one can find something by, where there are any. */
export function meantOf(terms: Term[]): Term[] {
  const meant = terms.filter(({ isStop }) => !isStop)
  return meant.length > 0 ? meant : terms
}

/** Terms of so many parts as only an address has, or a text without spaces, as one for each part. */
export function splitLong(terms: Term[]): Term[] {
  return terms.flatMap((term) =>
    term.parts.length <= PARTS_MAX
      ? [term]
      : term.parts.map((part) => ({ written: part, parts: [part], joined: [], isStop: isStopWord(part) })),
  )
}

const PARTS_MAX = 5

/** Whether somebody means exactly this: it has signs, or capitals as only code has them. */
export const isCode = (chunk: string): boolean => /[^\p{L}\p{N}\p{M}]|\p{Lu}.*\p{Lu}|\p{Ll}\p{Lu}/u.test(chunk)

const quoted = (word: string) => `'${word}'`
const either = (words: string[]) => `(${[...new Set(words)].map(quoted).join(' | ')})`

/** The words as they follow on each other. */
export const phraseOf = (parts: string[]): string => `(${parts.map(quoted).join(' <-> ')})`

/** As written, or of the same stem. */
export const wordQuery = (word: string): string => either([word, stemOf(word)])

/** A term as it is written: in one word, or its parts one after another. */
export function writtenQuery({ parts, joined }: Term): string {
  const [only] = parts
  if (parts.length === 1 && only !== undefined) return wordQuery(only)
  return `(${[...joined.map(quoted), phraseOf(parts)].join(' | ')})`
}

export const prefixQuery = (word: string): string => `${quoted(word)}:*`

/** Of `words` those that at most `limit` typos make of `word`, the nearest first. */
export function nearest(word: string, words: string[], limit: number): string[] {
  return words
    .map((other) => ({ other, typos: typosBetween(word, other, limit) }))
    .filter(({ typos }) => typos > 0 && typos <= limit)
    .sort((a, b) => a.typos - b.typos || Number(b.other[0] === word[0]) - Number(a.other[0] === word[0]))
    .map(({ other }) => other)
}

/** A query for at least `count` of the groups. */
export function atLeast(groups: string[], count: number): string {
  return combinations(groups, count)
    .map((some) => `(${some.join(' & ')})`)
    .join(' | ')
}

function combinations<Item>(items: Item[], count: number): Item[][] {
  if (count === 0) return [[]]
  return items.flatMap((item, index) => combinations(items.slice(index + 1), count - 1).map((rest) => [item, ...rest]))
}
