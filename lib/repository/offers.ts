import { splitTech } from '@/lib/platform/format'
import { FILLED_FIELDS, type FilledField, type ReadRepository, type RepositoryValues } from '@/lib/repository/schema'
import { technologyKey } from '@/lib/technology/technology-key'

/** What a field could say instead; `isChosen` where nothing that somebody has typed would be lost. */
export type Offer = { field: FilledField; current: string; value: string; isChosen: boolean; isForeign: boolean }

/** Texts by an author, who may be somebody else; all others are facts. */
const AUTHORED: FilledField[] = ['description', 'picture']

/**
 * What a repository offers a form, by comparing three values: what the field says, what the repository said when the
 * project was last saved, and what it says now.
 * @param current the form's fields; what it lacks is not offered
 */
export function offersOf(
  current: RepositoryValues,
  { facts, last, isOwn }: Pick<ReadRepository, 'facts' | 'last' | 'isOwn'>,
): Offer[] {
  return [...FILLED_FIELDS, 'picture' as const].flatMap((field): Offer | [] => {
    const now = current[field]
    const fetched = facts.values[field]
    const before = last?.values[field]
    if (now === undefined || !fetched || isSame(field, now, fetched)) return []
    const isKnown = before !== undefined && isSame(field, before, fetched)
    // Declined, or written over since.
    if (isKnown && now !== '') return []
    const isTyped = now !== '' && (before === undefined || !isSame(field, now, before))
    const isForeign = !isOwn && AUTHORED.includes(field)
    const value = field === 'tech' && isTyped ? withMissing(now, fetched) : fetched
    if (value === now) return []
    return { field, current: now, value, isChosen: !isTyped && !isKnown && !isForeign, isForeign }
  })
}

/** Whether two values of a field say the same: technologies in any order and spelling. */
export function isSame(field: FilledField, a: string, b: string): boolean {
  if (field === 'tech') return keysOf(a).join() === keysOf(b).join()
  return a.trim() === b.trim()
}

const keysOf = (tech: string) => splitTech(tech).map(technologyKey).sort()

/** The technologies that somebody has typed, and those of the repository that are not among them. */
function withMissing(typed: string, fetched: string): string {
  const keys = new Set(keysOf(typed))
  return [...splitTech(typed), ...splitTech(fetched).filter((name) => !keys.has(technologyKey(name)))].join(', ')
}
