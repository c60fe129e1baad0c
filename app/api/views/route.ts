import { analyticsCalls } from '@/lib/analytics/calls'
import { viewsQuerySchema } from '@/lib/analytics/input'
import { readViews } from '@/lib/analytics/server/queries'
import { csvFile } from '@/lib/api/server/json'
import { handle, route } from '@/lib/api/server/route'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  handle(analyticsCalls.read, { query: viewsQuerySchema }, async ({ actor, query: { format, ...query } }) => {
    const views = await readViews(actor, query)
    if (format === 'json') return views
    const lines = views.rows.map(({ at, views, visitors }) => [at, String(views), String(visitors)])
    return csvFile(`views-${views.from}-${views.to}`, [[views.by, 'views', 'visitors'], ...lines])
  }),
)
