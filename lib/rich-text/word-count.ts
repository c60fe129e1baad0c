// Scripts that put no space between words: there each character counts as a word, as word processors do.
const WORD =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[\p{L}\p{N}\p{M}]+(?:['’.,_-][\p{L}\p{N}\p{M}]+)*/gu

export function countWords(text: string): number {
  return text.match(WORD)?.length ?? 0
}

/**
 * How many words one text has that the other lacks, or the other way round, whichever are more; in any order and case. A
 * misspelt word that is put right counts once.
 */
export function changedWords(before: string, after: string): number {
  const surplus = new Map<string, number>()
  const count = (text: string, by: number) => {
    for (const word of text.toLowerCase().match(WORD) ?? []) surplus.set(word, (surplus.get(word) ?? 0) + by)
  }
  count(before, 1)
  count(after, -1)
  const differences = [...surplus.values()]
  const gone = differences.reduce((sum, difference) => sum + Math.max(difference, 0), 0)
  const come = differences.reduce((sum, difference) => sum - Math.min(difference, 0), 0)
  return Math.max(gone, come)
}
