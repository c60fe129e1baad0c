import { diffArrays } from 'diff'

/** A part of a text; `only` when the other text lacks it. */
export type Run = { text: string; only: boolean }

/** Texts with more differing words than this are marked as a whole; finding this many takes about half a second. */
const MAX_DIFFERING_WORDS = 2_000

/** Splits two texts into runs, which concatenate to the texts again. Common words are marked in neither. */
export function wordDifference(one: string, other: string): { one: Run[]; other: Run[] } {
  const changes = diffArrays(words(one), words(other), { maxEditLength: MAX_DIFFERING_WORDS })
  if (!changes) return { one: [{ text: one, only: true }], other: [{ text: other, only: true }] }
  const runs = (skipped: 'added' | 'removed', own: 'added' | 'removed') =>
    changes.filter((change) => !change[skipped]).map(({ value, [own]: only }) => ({ text: value.join(''), only }))
  return { one: runs('added', 'removed'), other: runs('removed', 'added') }
}

/** Words including the white space before them. */
function words(text: string): string[] {
  return text.match(/\s*\S+\s*?(?=\s|$)|\s+$/g) ?? []
}
