import { fold, tokensOf } from '@/lib/search/words'

/** What two spellings of a technology share: "React.js" and "react js", but not C and C++. Blank for signs alone. */
export function technologyKey(name: string): string {
  return [...tokensOf(name)].flatMap(({ parts }) => parts).join('') || fold(name.trim())
}
