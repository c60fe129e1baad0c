import { spellSigns } from '@/lib/content/words'
import { isId } from '@/lib/platform/ids'

export const SLUG_MAX_CHARACTERS = 80

/** Ends of addresses that are other pages', or would be taken for one. */
const RESERVED = new Set(
  'new edit update delete history preview trash page current index search find feed atom rss api admin'.split(' '),
)

/**
 * A title as the end of an address: its words in any script, in lower case, at most 80 characters long; C++, C#, F# and
 * .NET have words. "" where the title has no letter and no digit.
 */
export function slugOf(title: string): string {
  const plain = spellSigns(title.normalize()).toLowerCase().normalize().replace(/['’]/gu, '')
  const words = plain.match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu) ?? []
  return free(cut(words.join('-'), SLUG_MAX_CHARACTERS))
}

/** The same with a number, for the second and later of one name. */
export function numbered(slug: string, number: number): string {
  const end = `-${number}`
  return number === 1 ? slug : `${cut(slug, SLUG_MAX_CHARACTERS - end.length)}${end}`
}

/** Whether a slug is one that would be made of a title, with or without a number. */
export function isMadeOf(slug: string, title: string): boolean {
  const made = slugOf(title)
  if (slug === made) return true
  const [, number] = /-(\d+)$/.exec(slug) ?? []
  return number !== undefined && numbered(made, Number(number)) === slug
}

/** Cut after a word; in one where there is no other way. */
function cut(slug: string, maxCharacters: number): string {
  const characters = [...slug]
  if (characters.length <= maxCharacters) return slug
  const part = characters.slice(0, maxCharacters).join('')
  if (characters[maxCharacters] === '-') return part
  const end = part.lastIndexOf('-')
  return end > 0 ? part.slice(0, end) : part
}

/** What is reserved, or looks like an id, gets a word more. */
const free = (slug: string) => (isId(slug) || RESERVED.has(slug) ? `${slug}-1` : slug)

/** The row a text names at the end of an address, by its id or its slug; null for what names none. */
export function addressed(text: string): { id: string } | { slug: string } | null {
  if (isId(text)) return { id: text }
  return isSlug(text) ? { slug: text } : null
}

/** Whether a text can be the end of an address as it is. */
export const isSlug = (text: string): boolean => text !== '' && slugOf(text) === text
