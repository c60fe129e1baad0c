import type { Metadata } from 'next'
import { unitName } from '@/components/overview/unit-name'
import { ViewPlot } from '@/components/overview/view-plot'
import { CountTable, pageRows } from '@/components/overview/view-tables'
import { ViewsFilter } from '@/components/overview/views-filter'
import { ViewsSummary } from '@/components/overview/views-summary'
import { AdminScreen } from '@/components/shell/admin-screen'
import { Alert } from '@/components/ui/alert'
import { AppLink } from '@/components/ui/app-link'
import { OutLink } from '@/components/ui/button'
import type { Admin } from '@/lib/access/actor'
import { analyticsCalls } from '@/lib/analytics/calls'
import { type ViewsQuery, viewsQuerySchema } from '@/lib/analytics/input'
import type { Views } from '@/lib/analytics/schema'
import { readViews } from '@/lib/analytics/server/queries'
import { requireAdminPage } from '@/lib/auth/server/page-access'
import { addressOf } from '@/lib/calls/call'
import { AppError } from '@/lib/http/errors'
import { env } from '@/lib/platform/server/env'
import { paths, readersPath } from '@/lib/routes/paths'
import { COUNTED_BY_HOST, READERS } from '@/lib/texts/constants'

export const metadata: Metadata = { title: READERS }

const LABELS = { hour: 'Views per hour', day: 'Views per day', week: 'Views per week', month: 'Views per month' }
const DEVICES: ReadonlyMap<string, string> = new Map([
  ['desktop', 'Desktop'],
  ['phone', 'Phone'],
  ['tablet', 'Tablet'],
])

const DEFAULT = { by: 'day', path: '' } as const

/** The figures of a query; where it cannot be read those of thirty days, with the reason. */
async function readOr(admin: Admin, query: ViewsQuery, fault?: string): Promise<{ views: Views; fault?: string }> {
  try {
    return { views: await readViews(admin, query), fault }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    // A page that is none is no filter.
    const path = error.kind === 'not-found' ? '' : query.path
    return { views: await readViews(admin, { ...DEFAULT, path }), fault: error.message }
  }
}

export default async function ReadersPage({ searchParams }: PageProps<'/overview/readers'>) {
  const admin = await requireAdminPage()
  // A field of the form that is left empty is none.
  const filled = Object.entries(await searchParams).filter(([, text]) => text !== '')
  const parsed = viewsQuerySchema.omit({ format: true }).safeParse(Object.fromEntries(filled))
  const { views, fault } = await readOr(admin, parsed.data ?? DEFAULT, parsed.error?.issues[0]?.message)
  const { from, to, by, path } = views
  // What cannot be read stays as it was typed.
  const typed = fault ? { ...views, ...Object.fromEntries(filled) } : views
  const title = path === '' ? undefined : views.title || path
  return (
    <AdminScreen
      current={paths.readers}
      action={
        <OutLink href={addressOf(analyticsCalls.read, { query: { from, to, by, path, format: 'csv' } })}>
          Download CSV
        </OutLink>
      }
    >
      <ViewsFilter from={typed.from} to={typed.to} by={typed.by} path={path} />
      {env().VERCEL && <Alert>{COUNTED_BY_HOST}</Alert>}
      {fault && <Alert>{fault}</Alert>}
      {title && (
        <p className="mb-4">
          Only <strong className="font-medium wrap-anywhere">{title}</strong>.{' '}
          <AppLink href={path} className="link">
            Open it
          </AppLink>
          ,{' '}
          <AppLink href={readersPath({ from, to, by })} className="link">
            or see the whole site
          </AppLink>
          .
        </p>
      )}
      <ViewsSummary views={views} />
      <ViewPlot rows={views.rows} by={by} label={LABELS[by]} />
      <details className="mt-4 mb-12">
        <summary className="cursor-pointer py-3 text-sm">The same as a table</summary>
        <CountTable
          heading="h2"
          caption={LABELS[by]}
          shown={views.rows.length}
          rows={views.rows.map(({ at, ...counts }) => ({ key: at, name: unitName(at, by), ...counts })).reverse()}
        />
      </details>
      <div className="grid gap-x-12 gap-y-12 lg:grid-cols-2">
        {path === '' && (
          <CountTable
            heading="h2"
            caption="Pages"
            rows={pageRows(views.pages, (path) => readersPath({ from, to, by, path }))}
          />
        )}
        <CountTable
          heading="h2"
          caption="Referrers"
          rows={views.referrers.map(({ host, ...counts }) => ({ key: host, name: host, ...counts }))}
        />
        {path === '' && (
          <CountTable
            heading="h2"
            caption="Technologies"
            rows={views.technologies.map(({ name, slug, ...counts }) => ({
              key: slug,
              name: (
                <AppLink href={paths.technology(slug)} className="text-fg hover:text-accent">
                  {name}
                </AppLink>
              ),
              ...counts,
            }))}
          />
        )}
        <CountTable
          heading="h2"
          caption="Devices"
          rows={views.devices.map(({ device, ...counts }) => ({
            key: device,
            name: DEVICES.get(device) ?? device,
            ...counts,
          }))}
        />
      </div>
      <p className="mt-12 text-sm text-muted">
        Nobody is followed: a visitor is recognised within one day, without a cookie of its own, and counted again the
        next day. Browsers that ask not to be tracked are not counted, and neither are admins while they are signed in.
      </p>
    </AdminScreen>
  )
}
