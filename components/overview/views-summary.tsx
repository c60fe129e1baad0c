import type { Views } from '@/lib/analytics/schema'
import { DAY_MS } from '@/lib/platform/days'
import { countOf } from '@/lib/platform/format'

/** How much was viewed, and how much in the span before. */
export function ViewsSummary({ views: { from, to, views, visitors, before, robots } }: { views: Views }) {
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1
  const earlier = `${countsOf(before)} in the ${days === 1 ? 'day' : `${days} days`} before`
  const programs = robots > 0 ? ` Not counted: ${countOf(robots, 'view')} by programs.` : ''
  return (
    <p className="mb-4">
      <strong className="font-medium tabular-nums">{countsOf({ views, visitors })}</strong>
      <span className="text-muted">{`; ${earlier}.${programs}`}</span>
    </p>
  )
}

const countsOf = ({ views, visitors }: { views: number; visitors: number }) =>
  `${countOf(views, 'view')} by ${countOf(visitors, 'visitor')}`
