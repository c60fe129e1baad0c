import type { ViewUnit } from '@/lib/analytics/schema'

/** What a row's `at` stands for. */
export function unitName(at: string, by: ViewUnit): string {
  if (by === 'month') return at.slice(0, 'yyyy-mm'.length)
  return by === 'week' ? `Week of ${at}` : at.replace('T', ' ')
}
