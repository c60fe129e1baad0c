/** What a search may ask for: anybody may, and each asks for something else. */
export const FIND_LIMITS = { CHARACTERS: 100, WORDS: 8, PAGES: 10, RESULTS: 50, NEWEST: 8 } as const
