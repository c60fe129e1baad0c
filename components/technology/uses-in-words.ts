import { year } from '@/lib/platform/format'
import type { Technology } from '@/lib/technology/schema'

const counted = (count: number, one: string) => (count === 0 ? [] : [`${count} ${one}${count === 1 ? '' : 's'}`])

/** "3 projects, 1 note" */
export function usesInWords({ posts, notes }: Pick<Technology, 'posts' | 'notes'>): string {
  return [...counted(posts, 'project'), ...counted(notes, 'note')].join(', ')
}

/** "2019 to 2026", or one year */
export function yearsInWords({ first, last }: Pick<Technology, 'first' | 'last'>, timeZone: string): string {
  const [from, to] = [first, last].map((date) => year(date.toISOString(), timeZone))
  return from === to ? `${to}` : `${from} to ${to}`
}
