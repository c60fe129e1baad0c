/**
 * What a search may ask for: anybody may, and each asks for something else. Of a longer text `WORDS` words are looked for,
 * the rarest of its first `READ_WORDS`.
 */
export const FIND_LIMITS = {
  CHARACTERS: 1_000,
  TECHNOLOGY_CHARACTERS: 100,
  READ_WORDS: 40,
  WORDS: 8,
  PAGES: 10,
  RESULTS: 50,
  NEWEST: 8,
} as const
