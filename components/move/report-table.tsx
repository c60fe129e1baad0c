import { RichText } from '@/components/rich-text/rich-text'
import { ShortDate } from '@/components/shell/time-zone'
import { AppLink } from '@/components/ui/app-link'
import { Pagination } from '@/components/ui/pagination'
import type { ReportPage, ReportView } from '@/lib/move/report'
import { paths } from '@/lib/routes/paths'

const VIEWS: Record<ReportView, { before: string; after: string }> = {
  all: { before: 'All', after: 'All' },
  create: { before: 'To make', after: 'Made' },
  change: { before: 'To change', after: 'Changed' },
  skip: { before: 'Skipped', after: 'Skipped' },
  lost: { before: 'With losses', after: 'With losses' },
  refused: { before: 'Not read', after: 'Not read' },
}

/** What an import would do, or has done, item by item, and the first text as it would be. */
export function ReportTable({ name, page, isDone }: { name: string; page: ReportPage; isDone: boolean }) {
  const { kind, view, counts, items, refused, number, pageCount, sample, known, remarks, addresses } = page
  const when = isDone ? 'after' : 'before'
  const hrefOf = (to: number) => `${paths.move}?show=${view}&page=${to}#report`
  return (
    <section aria-labelledby="report" className="mt-10">
      <h3 id="report" className="text-h3">
        {isDone ? 'What was brought' : 'What would be brought'}
      </h3>
      <p className="mt-1 wrap-anywhere text-muted">
        <bdi>{name}</bdi>, read as {kind}.
      </p>
      {known > 0 && (
        <p className="mt-1 text-muted">{known === 1 ? '1 is here already.' : `${known} are here already.`}</p>
      )}
      {addresses && (
        <div className="mt-4 max-w-prose">
          <p className="wrap-anywhere">
            Its articles were at <bdi>{addresses.pattern || 'addresses of their own'}</bdi>, by {addresses.from}. For
            example:
          </p>
          <ul className="list-disc ps-5">
            {addresses.samples.map(({ title, address }) => (
              <li key={address} className="wrap-anywhere">
                {/^https?:/.test(address) ? (
                  <a href={address} target="_blank" rel="noopener noreferrer" className="link">
                    {address}
                  </a>
                ) : (
                  <bdi>{address}</bdi>
                )}
                , <bdi>{title}</bdi>
              </li>
            ))}
          </ul>
        </div>
      )}
      {remarks.map((remark) => (
        <p key={remark} className="mt-4 max-w-prose wrap-anywhere">
          {remark}
        </p>
      ))}
      <ul aria-label="Show" className="mt-4 flex flex-wrap gap-x-6">
        {Object.entries(counts).map(([name, count]) => (
          <li key={name}>
            <AppLink
              href={`${paths.move}?show=${name}#report`}
              aria-current={name === view ? 'true' : undefined}
              className="link inline-flex min-h-11 items-center aria-[current=true]:font-semibold"
            >
              {VIEWS[name as ReportView][when]}: {count}
            </AppLink>
          </li>
        ))}
      </ul>
      {view === 'refused' ? (
        <ul className="mt-4 space-y-2">
          {refused.map(({ source, reason }) => (
            <li key={`${source} ${reason}`} className="wrap-anywhere">
              <bdi className="font-medium">{source}</bdi>: {reason}
            </li>
          ))}
        </ul>
      ) : (
        <table className="mt-4 w-full table-fixed border-collapse text-start text-sm">
          <thead>
            <tr className="border-b border-fg text-start">
              <th scope="col" className="py-2 pe-4 text-start">
                Text
              </th>
              <th scope="col" className="py-2 text-start">
                What becomes of it
              </th>
            </tr>
          </thead>
          <tbody>
            {items.map(({ source, kind: itemKind, title, date, status, path, action, reason, lost, pictures }) => (
              <tr key={`${itemKind} ${source}`} className="border-b border-line align-top">
                <th scope="row" className="py-3 pe-4 text-start font-normal wrap-anywhere">
                  <bdi className="block font-medium">{title || source}</bdi>
                  <span className="text-muted">
                    <span>{itemKind + (status === 'published' ? '' : `, ${status}`)}</span>
                    {date && (
                      <span>
                        , <ShortDate at={date} />
                      </span>
                    )}
                    {path && (
                      <span>
                        , <bdi>{path}</bdi>
                      </span>
                    )}
                  </span>
                </th>
                <td className="py-3 wrap-anywhere">
                  <span className="font-medium">{VIEWS[action][when]}</span>
                  {reason && <p>{reason}</p>}
                  {lost.length > 0 && (
                    <>
                      <p className="mt-1">Lost:</p>
                      <ul className="list-disc ps-5">
                        {lost.map((loss) => (
                          <li key={loss}>{loss}</li>
                        ))}
                      </ul>
                    </>
                  )}
                  {absent(pictures.missing) !== '' && <p>Pictures that are not there: {absent(pictures.missing)}</p>}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <Pagination page={number} pageCount={pageCount} hrefOf={hrefOf} />
      {sample && !isDone && (
        <section aria-labelledby="sample" className="mt-10">
          <h3 id="sample" className="text-h3">
            A sample
          </h3>
          <article className="mt-4 rounded-plate border border-line p-4 sm:p-6">
            <p className="mb-4 text-h2 wrap-anywhere">
              <bdi>{sample.title}</bdi>
            </p>
            <RichText html={sample.html} />
          </article>
        </section>
      )}
    </section>
  )
}

/** What is on the web stays there, and its text says so. */
function absent(missing: string[]): string {
  return missing.filter((name) => !/^https?:/.test(name)).join(', ')
}
