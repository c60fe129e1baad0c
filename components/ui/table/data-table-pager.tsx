import { useId } from 'react'
import { Icon } from '@/components/ui/icon'
import { IconButton } from '@/components/ui/icon-button'
import type { TableAddress } from '@/components/ui/table/use-table-address'
import { TABLE_PAGE_SIZES, type TableState } from '@/lib/table/table-state'

/** `loadedState` is what the rows were loaded with. */
type DataTablePagerProps = { address: TableAddress; loadedState: TableState<string>; rowsShown: number; total: number }

export function DataTablePager({ address: { state, to, go }, loadedState, rowsShown, total }: DataTablePagerProps) {
  const lastPage = Math.ceil(total / state.size)
  const firstRow = (loadedState.page - 1) * loadedState.size + 1
  const canGoBack = state.page > 1
  const canGoOn = state.page < lastPage
  const sizeId = useId()
  return (
    <div className="flex flex-wrap items-center justify-end gap-x-6 gap-y-1 pt-2 text-sm text-muted">
      <div className="needs-script screen-only me-auto flex items-center gap-2">
        <label htmlFor={sizeId}>Rows per page</label>
        <select
          id={sizeId}
          value={state.size}
          onChange={(event) => go({ size: Number(event.target.value) })}
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
            <a href={to({ page: loadedState.page - 1 })} className="link leading-11">
              Previous page
            </a>
          )}
          {canGoOn && (
            <a href={to({ page: loadedState.page + 1 })} className="link leading-11">
              Next page
            </a>
          )}
        </div>
      )}
      <div className="needs-script screen-only -me-3 flex">
        <IconButton name="First page" isPossible={canGoBack} onPress={() => go({ page: 1 })}>
          <Icon name="chevronEnd" className="size-5 ltr:-scale-x-100" />
        </IconButton>
        <IconButton name="Previous page" isPossible={canGoBack} onPress={() => go({ page: state.page - 1 })}>
          <Icon name="chevron" className="size-5 ltr:-scale-x-100" />
        </IconButton>
        <IconButton name="Next page" isPossible={canGoOn} onPress={() => go({ page: state.page + 1 })}>
          <Icon name="chevron" className="size-5 rtl:-scale-x-100" />
        </IconButton>
        <IconButton name="Last page" isPossible={canGoOn} onPress={() => go({ page: lastPage })}>
          <Icon name="chevronEnd" className="size-5 rtl:-scale-x-100" />
        </IconButton>
      </div>
    </div>
  )
}
