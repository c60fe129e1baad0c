import { hasVisibleCharacter } from '@/lib/content/visible-text'
import { clockAt } from '@/lib/platform/local-time'

const DATE_CHARACTERS = 10
const ID_CHARACTERS = 4

/** The date of an ISO time in a zone, of 10 characters: `2026-03-01` (specification, section 9). */
export function shortDate(isoTime: string, timeZone: string): string {
  return clockAt(new Date(isoTime), timeZone).slice(0, DATE_CHARACTERS)
}

/** The year of an ISO time in a zone. */
export function year(isoTime: string, timeZone: string): string {
  return clockAt(new Date(isoTime), timeZone).slice(0, 'yyyy'.length)
}

/** Date and time of an ISO time in a zone: `2026-03-01 17:05:09`. */
export function shortTime(isoTime: string, timeZone: string): string {
  return clockAt(new Date(isoTime), timeZone).slice(0, 'yyyy-mm-ddThh:mm:ss'.length).replace('T', ' ')
}

/** The last 4 characters of an id (specification, section 9). */
export function shortId(id: string): string {
  return id.slice(-ID_CHARACTERS)
}

/** The items of a comma-separated list of technologies, trimmed, each once, without blank ones. */
export function splitTech(tech: string): string[] {
  const names = techItems(tech)
  const folded = names.map((name) => name.toLowerCase())
  return names.filter((_, index) => folded.indexOf(folded[index] ?? '') === index)
}

/** The same as they are written. */
export function techItems(tech: string): string[] {
  return tech
    .split(',')
    .map((name) => name.trim())
    .filter(hasVisibleCharacter)
}

export const capitalised = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)

/** First letters of the first and the last word, in capitals: `Ada King Lovelace` gives `AL`. */
export function initials(name: string): string {
  const words = name.trim().split(/\s+/)
  const ends = words.length > 1 ? [words[0], words.at(-1)] : [words[0]]
  return ends.map((word) => [...(word ?? '')][0]?.toLocaleUpperCase('en') ?? '').join('')
}

/** `1 view`, `1,204 views` */
export function countOf(count: number, noun: string): string {
  return `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`
}
