import { year } from '@/lib/platform/format'
import type { Technology } from '@/lib/technology/schema'

const counted = (count: number, noun: string) => (count === 0 ? [] : [`${count} ${noun}${count === 1 ? '' : 's'}`])

/** "3 projects, 1 note" */
export function usesInWords({ posts, notes }: Pick<Technology, 'posts' | 'notes'>): string {
  return [...counted(posts, 'project'), ...counted(notes, 'note')].join(', ')
}

/** "5 years of work", "3 months of work", "" for none: what `months` are, after `before`. */
export function workInWords({ months }: Pick<Technology, 'months'>, before: string): string {
  const years = months < 12 ? 0 : Math.round(months / 12)
  const [time = ''] = years > 0 ? counted(years, 'year') : counted(months, 'month')
  return time && `${before}${time} of work`
}

/** "2019 to 2026", or one year */
export function yearsInWords({ first, last }: Pick<Technology, 'first' | 'last'>, timeZone: string): string {
  const [from, to] = [first, last].map((date) => year(date.toISOString(), timeZone))
  return from === to ? `${to}` : `${from} to ${to}`
}
