import { db } from '@/lib/platform/server/db'

/** `visitors` counts a person once a day: visits of different days cannot be linked. */
export type ViewCount = { views: number; visitors: number }

/** How often pages, or one page, were seen from `from` up to but not including `to`. */
export async function countViews({ from, to, path }: { from: Date; to: Date; path?: string }): Promise<ViewCount> {
  const where = { createdAt: { gte: from, lt: to }, ...(path === undefined ? {} : { path }) }
  const [views, visitors] = await Promise.all([
    db().pageView.count({ where }),
    db().pageView.groupBy({ by: ['visitor'], where }),
  ])
  return { views, visitors: visitors.length }
}
