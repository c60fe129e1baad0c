const WORDS_PER_MINUTE = 230

/** Whole minutes a reader needs, at least 1. */
export function readingMinutes(wordCount: number): number {
  return Math.max(1, Math.round(wordCount / WORDS_PER_MINUTE))
}
