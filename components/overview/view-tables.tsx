import type { ReactNode } from 'react'
import { AppLink } from '@/components/ui/app-link'
import type { Views } from '@/lib/analytics/schema'
import { countOf } from '@/lib/platform/format'
import { paths } from '@/lib/routes/paths'
import { NAV_ABOUT, NAV_BLOG, NAV_HOME, NAV_PROJECTS, TECHNOLOGIES } from '@/lib/texts/frame-constants'

type Row = { key: string; name: ReactNode; views: number; visitors: number }

type CountTableProps = { caption: string; rows: Row[]; shown?: number; heading?: 'h2' | 'h3' }

/** Names and how often each was viewed; with a line where there is none. */
export function CountTable({ caption, rows, shown = 10, heading: Heading = 'h3' }: CountTableProps) {
  const top = Math.max(1, ...rows.map(({ views }) => views))
  return (
    <section className="@container min-w-0">
      <Heading className="mb-3 text-base font-medium">{caption}</Heading>
      {rows.length === 0 ? (
        <p className="text-muted">None in this period.</p>
      ) : (
        <CountRows caption={caption} rows={rows.slice(0, shown)} top={top} />
      )}
      {rows.length > shown && (
        <details className="mt-2 print:hidden">
          <summary className="cursor-pointer py-3 text-sm">{rows.length - shown} more</summary>
          <CountRows caption={`${caption}, more`} rows={rows.slice(shown)} top={top} />
        </details>
      )}
    </section>
  )
}

function CountRows({ caption, rows, top }: { caption: string; rows: Row[]; top: number }) {
  return (
    <table className="w-full text-sm tabular-nums">
      <caption className="sr-only">{caption}</caption>
      <thead className="text-left text-muted">
        <tr>
          <th scope="col" className="pb-1 font-normal">
            <span className="sr-only">Name</span>
          </th>
          <th scope="col" className="pb-1 pl-4 text-right font-normal">
            Views
          </th>
          <th scope="col" className="pb-1 pl-4 text-right font-normal @max-[18rem]:hidden">
            Visitors
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, name, views, visitors }) => (
          <tr key={key} className="border-t border-line">
            <th scope="row" className="w-full py-2 text-left font-normal wrap-anywhere">
              {name}
              <span
                aria-hidden="true"
                className="block h-0.5 bg-accent/50"
                style={{ width: `${(views / top) * 100}%` }}
              />
            </th>
            <td className="py-2 pl-4 text-right align-top">
              <span>{views.toLocaleString('en')}</span>
              {/* Where text is twice as large on a phone, three columns leave no room for names. */}
              <span className="hidden text-muted @max-[18rem]:block">{countOf(visitors, 'visitor')}</span>
            </td>
            <td className="py-2 pl-4 text-right align-top @max-[18rem]:hidden">{visitors.toLocaleString('en')}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const NAMES: ReadonlyMap<string, string> = new Map([
  [paths.home, NAV_HOME],
  [paths.posts(), NAV_PROJECTS],
  [paths.notes(), NAV_BLOG],
  [paths.about, NAV_ABOUT],
  [paths.technologies, TECHNOLOGIES],
])

/** The pages of a span; each leads to its own figures, by `hrefOf` its path. */
export function pageRows(pages: Views['pages'], hrefOf: (path: string) => string): Row[] {
  return pages.map(({ path, title, ...counts }) => ({
    key: path,
    name: (
      <AppLink href={hrefOf(path)} className="text-fg hover:text-accent">
        {title || (NAMES.get(path) ?? path)}
      </AppLink>
    ),
    ...counts,
  }))
}
