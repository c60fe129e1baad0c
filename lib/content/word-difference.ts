import { diffArrays } from 'diff'

/** A part of a text; `only` when the other text lacks it. */
export type Run = { text: string; only: boolean }

/** A part of two texts: in both, or in one of them. */
export type Change = { text: string; type: 'same' | 'removed' | 'added' }

/** Texts with more differing words than this are marked as a whole; finding this many takes about half a second. */
const MAX_DIFFERING_WORDS = 2_000

/** What became of a text, word by word: without what was added it is the first, without what was removed the second. */
export function wordChanges(before: string, after: string): Change[] {
  const changes = diffArrays(words(before), words(after), { maxEditLength: MAX_DIFFERING_WORDS })
  if (!changes) {
    return [
      { text: before, type: 'removed' },
      { text: after, type: 'added' },
    ]
  }
  return changes.map(({ value, added, removed }) => ({
    text: value.join(''),
    type: added ? 'added' : removed ? 'removed' : 'same',
  }))
}

/** Splits two texts into runs, which concatenate to the texts again. Common words are marked in neither. */
export function wordDifference(first: string, second: string): { first: Run[]; second: Run[] } {
  const changes = wordChanges(first, second)
  const runs = (skipped: Change['type']) =>
    changes.filter(({ type }) => type !== skipped).map(({ text, type }) => ({ text, only: type !== 'same' }))
  return { first: runs('added'), second: runs('removed') }
}

/** Words including the white space before them. */
function words(text: string): string[] {
  return text.match(/\s*\S+\s*?(?=\s|$)|\s+$/g) ?? []
}
