import { type ReactNode, useId } from 'react'
import { ChevronEndIcon, ChevronIcon } from '@/components/ui/table/table-icons'
import { TABLE_PAGE_SIZES } from '@/lib/table/table-state'

type DataTablePagerProps = {
  pageSize: number
  /** Counts from 1. */
  firstRow: number
  rowsShown: number
  total: number
  canGoBack: boolean
  canGoOn: boolean
  onSize: (size: number) => void
  onFirst: () => void
  onPrevious: () => void
  onNext: () => void
  onLast: () => void
  /** The addresses of the pages beside this one, for browsers without JavaScript. */
  previous: string
  next: string
}

export function DataTablePager({
  pageSize,
  firstRow,
  rowsShown,
  total,
  canGoBack,
  canGoOn,
  onSize,
  onFirst,
  onPrevious,
  onNext,
  onLast,
  previous,
  next,
}: DataTablePagerProps) {
  const sizeId = useId()
  return (
    <div className="flex flex-wrap items-center justify-end gap-x-6 gap-y-1 pt-2 text-sm text-muted">
      <div className="needs-script screen-only me-auto flex items-center gap-2">
        <label htmlFor={sizeId}>Rows per page</label>
        <select
          id={sizeId}
          value={pageSize}
          onChange={(event) => onSize(Number(event.target.value))}
          className="min-h-11 rounded-plate border border-transparent bg-paper px-2 text-fg tabular-nums hover:border-line"
        >
          {TABLE_PAGE_SIZES.map((size) => (
            <option key={size} value={size}>
              {size}
            </option>
          ))}
        </select>
      </div>
      <p role="status" className="tabular-nums">
        {firstRow}–{firstRow + rowsShown - 1} of {total}
      </p>
      {(canGoBack || canGoOn) && (
        <div className="screen-only hidden gap-4 noscript:flex">
          {canGoBack && (
            <a href={previous} className="link leading-11">
              Previous page
            </a>
          )}
          {canGoOn && (
            <a href={next} className="link leading-11">
              Next page
            </a>
          )}
        </div>
      )}
      <div className="needs-script screen-only -me-3 flex">
        <Step name="First page" isPossible={canGoBack} onPress={onFirst}>
          <ChevronEndIcon className="size-5 ltr:-scale-x-100" />
        </Step>
        <Step name="Previous page" isPossible={canGoBack} onPress={onPrevious}>
          <ChevronIcon className="size-5 ltr:-scale-x-100" />
        </Step>
        <Step name="Next page" isPossible={canGoOn} onPress={onNext}>
          <ChevronIcon className="size-5 rtl:-scale-x-100" />
        </Step>
        <Step name="Last page" isPossible={canGoOn} onPress={onLast}>
          <ChevronEndIcon className="size-5 rtl:-scale-x-100" />
        </Step>
      </div>
    </div>
  )
}

type StepProps = { name: string; isPossible: boolean; onPress: () => void; children: ReactNode }

function Step({ name, isPossible, onPress, children }: StepProps) {
  return (
    <button
      type="button"
      aria-label={name}
      title={name}
      // Not disabled, which would drop the focus of somebody paging by keyboard.
      aria-disabled={!isPossible || undefined}
      onClick={() => {
        if (isPossible) onPress()
      }}
      className="inline-flex size-11 items-center justify-center rounded-plate text-fg hover:text-accent aria-disabled:cursor-default aria-disabled:*:opacity-35 forced-colors:aria-disabled:text-[GrayText] forced-colors:aria-disabled:*:opacity-100"
    >
      {children}
    </button>
  )
}
