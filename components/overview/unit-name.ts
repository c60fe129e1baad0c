import type { ViewUnit } from '@/lib/analytics/schema'

/** The name of the hour, day, week or month that begins at `at`. */
export function unitName(at: string, by: ViewUnit): string {
  if (by === 'month') return at.slice(0, 'yyyy-mm'.length)
  return by === 'week' ? `Week of ${at}` : at.replace('T', ' ')
}
