import { analyticsCalls } from '@/lib/analytics/calls'
import { viewsQuerySchema } from '@/lib/analytics/input'
import { readViews } from '@/lib/analytics/server/queries'
import { handle, route } from '@/lib/api/server/route'
import { csvLine } from '@/lib/platform/csv'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  handle(analyticsCalls.read, { query: viewsQuerySchema }, async ({ actor, query: { format, ...query } }) => {
    const views = await readViews(actor, query)
    if (format === 'json') return views
    const lines = views.rows.map(({ at, views, visitors }) => csvLine([at, String(views), String(visitors)]))
    return new Response([csvLine([views.by, 'views', 'visitors']), ...lines].join(''), {
      headers: {
        'Content-Type': 'text/csv; charset=utf-8',
        'Content-Disposition': `attachment; filename="views-${views.from}-${views.to}.csv"`,
        'Cache-Control': 'private, no-store',
      },
    })
  }),
)
