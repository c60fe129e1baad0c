import { mergeTexts, type Sides } from '@/lib/working-copy/merge'

const linesOf = (text: string) => text.split(/(?<=\n)/)

/**
 * Merges two states of a file by lines.
 * @returns null where both have changed the same
 */
export function mergeFile(sides: Sides<string>): string | null {
  const { mine, theirs } = mergeTexts(sides, linesOf)
  return mine === theirs && !repeatsName(mine) ? mine : null
}

/** Both sides have put the same name into the front matter: one value would be lost without a word. */
function repeatsName(text: string): boolean {
  if (!text.startsWith('---\n')) return false
  const names = linesOf(text.slice(4, text.indexOf('\n---', 3))).flatMap((line) => /^[\w-]+(?=:)/.exec(line)?.[0] ?? [])
  return new Set(names).size < names.length
}
