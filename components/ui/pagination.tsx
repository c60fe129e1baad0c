import { AppLink } from '@/components/ui/app-link'
import { Icon } from '@/components/ui/icon'

type PaginationProps = { page: number; pageCount: number; hrefOf: (page: number) => string }

/** The pages around the current one, the first and the last; null for a gap. */
export function pageWindow(page: number, pageCount: number): (number | null)[] {
  const wanted = new Set([1, page - 1, page, page + 1, pageCount].filter((n) => n >= 1 && n <= pageCount))
  const shown: (number | null)[] = []
  let last = 0
  for (const n of [...wanted].sort((a, b) => a - b)) {
    if (n - last === 2) shown.push(n - 1)
    else if (n - last > 2) shown.push(null)
    shown.push(n)
    last = n
  }
  return shown
}

const CELL = 'inline-flex size-11 items-center justify-center rounded-plate text-sm tabular-nums no-underline'

/** Links to the pages of a list; nothing when there is only one. */
export function Pagination({ page, pageCount, hrefOf }: PaginationProps) {
  if (pageCount <= 1) return null
  return (
    <nav aria-label="Pages" className="screen-only mt-14 flex justify-center border-t border-line pt-6">
      <ul className="flex flex-wrap items-center justify-center gap-1">
        {page > 1 && (
          <li>
            <AppLink
              href={hrefOf(page - 1)}
              rel="prev"
              aria-label="Previous page"
              className={`${CELL} hover:text-accent`}
            >
              <Icon name="arrowLeft" className="size-5 rtl:-scale-x-100" />
            </AppLink>
          </li>
        )}
        {pageWindow(page, pageCount).map((n, index) =>
          n === null ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: a gap has no other identity
            <li key={`gap-${index}`} aria-hidden="true" className={`${CELL} text-muted`}>
              …
            </li>
          ) : (
            <li key={n}>
              <AppLink
                href={hrefOf(n)}
                aria-label={`Page ${n}`}
                aria-current={n === page ? 'page' : undefined}
                className={`${CELL} hover:text-accent aria-[current=page]:bg-surface aria-[current=page]:font-semibold aria-[current=page]:shadow-[inset_0_-2px_var(--color-accent)] forced-colors:aria-[current]:border`}
              >
                {n}
              </AppLink>
            </li>
          ),
        )}
        {page < pageCount && (
          <li>
            <AppLink href={hrefOf(page + 1)} rel="next" aria-label="Next page" className={`${CELL} hover:text-accent`}>
              <Icon name="arrowRight" className="size-5 rtl:-scale-x-100" />
            </AppLink>
          </li>
        )}
      </ul>
    </nav>
  )
}
