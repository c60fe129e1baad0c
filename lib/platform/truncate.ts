import { trimEnd } from '@/lib/platform/trim-end'

const ELLIPSIS = '…'
const isSeparator = (character: string) => /[\s\p{P}]/u.test(character)

/** A plain text on one line of at most `maxCharacters`, cut between words where it is too long. */
export function truncate(text: string, maxCharacters: number): string {
  const line = [...text.replace(/\s+/g, ' ').trim()]
  if (line.length <= maxCharacters) return line.join('')
  const cut = line.slice(0, maxCharacters - ELLIPSIS.length).join('')
  const lastSpace = cut.lastIndexOf(' ')
  return `${trimEnd(lastSpace > cut.length / 2 ? cut.slice(0, lastSpace) : cut, isSeparator)}${ELLIPSIS}`
}
