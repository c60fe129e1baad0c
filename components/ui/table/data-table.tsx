'use client'

import { type RowSelectionState, rowSelectionFeature, tableFeatures, useTable } from '@tanstack/react-table'
import { type ComponentProps, type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { Button } from '@/components/ui/button'
import { IconFrame, IconPart } from '@/components/ui/icon'
import { pressedKey } from '@/components/ui/pressed-key'
import { DataTableFilter, type SortChoice } from '@/components/ui/table/data-table-filter'
import { DataTablePager } from '@/components/ui/table/data-table-pager'
import type { TableAddress } from '@/components/ui/table/use-table-address'
import { type TableState, tableQuery } from '@/lib/table/table-state'

type Identified = { _id: string }

export type DataColumn<Row extends Identified> = {
  /** One that can be sorted by has the name of its order in the table's state. */
  id: string
  header: string
  /**
   * How it is shown on narrow screens, where each row is a card: `title` comes first, `action` at the end of its line,
   * `fact` below with its heading.
   */
  card: 'title' | 'fact' | 'action'
  className?: string
  /** The direction in which it sorts first; without one it does not sort. */
  sorts?: TableState['direction']
  cell: (row: Row) => ReactNode
}

const FEATURES = tableFeatures({ rowSelectionFeature })

// Explicit roles: some browsers drop table semantics when `display` changes.
const ROLES = {
  table: { role: 'table' },
  group: { role: 'rowgroup' },
  row: { role: 'row' },
  columnheader: { role: 'columnheader' },
  rowheader: { role: 'rowheader' },
  cell: { role: 'cell' },
} as const

const CARD_VARIANTS = {
  title: 'order-2 min-w-0 flex-1 wrap-anywhere max-md:basis-32 max-md:py-2 max-md:text-base max-md:font-medium',
  action: 'order-3',
  fact: 'order-5 min-w-0 max-md:me-4 max-md:flex max-md:min-h-8 max-md:items-baseline max-md:self-baseline max-md:wrap-anywhere max-md:*:min-w-0',
} as const

type DataTableProps<Row extends Identified> = {
  /** The table's accessible name: what the rows are, in the plural and capitalised. */
  label: string
  filterLabel: string
  sortChoices: readonly SortChoice[]
  columns: readonly DataColumn<Row>[]
  rows: Row[]
  total: number
  /** The state the rows were loaded with. */
  loadedState: TableState<string>
  address: TableAddress
  nameOf: (row: Row) => string
  /** Rows with a call in progress. */
  busyIds?: readonly string[]
  /** Links between the table and its trash. */
  views?: ReactNode
  /** Actions on the selected rows; `clear` clears the selection. Without it, rows cannot be selected. */
  bulkActions?: (rows: Row[], clear: () => void) => ReactNode
  /** Shown when there are no rows, not even without a filter. */
  empty?: ReactNode
  /** Shown when the filter matches no row. */
  noMatch: string
  onUndo?: () => void
}

/**
 * A table with paging, sorting and filtering in the database: it renders one page of rows and navigates for another.
 * Below 900 px each row is a card.
 */
export function DataTable<Row extends Identified>({
  label,
  filterLabel,
  sortChoices,
  columns,
  rows,
  total,
  loadedState,
  address,
  nameOf,
  busyIds = [],
  views,
  bulkActions,
  empty,
  noMatch,
  onUndo,
}: DataTableProps<Row>) {
  const { isPending, go } = address
  const view = tableQuery(loadedState, 0)
  // A selection belongs to one view: other rows clear it.
  const [chosen, setChosen] = useState<{ view: string; ids: RowSelectionState }>({ view, ids: {} })
  const rowSelection = chosen.view === view ? chosen.ids : NONE
  const hintId = useId()

  const table = useTable({
    features: FEATURES,
    columns: [],
    data: rows,
    getRowId: (row) => row._id,
    state: { rowSelection },
    onRowSelectionChange: (updater) => {
      setChosen({ view, ids: typeof updater === 'function' ? updater(rowSelection) : updater })
    },
  })

  const shown = table.getRowModel().rows
  const selected = shown.filter((row) => row.getIsSelected())
  const clear = () => setChosen({ view, ids: {} })
  const body = useRef<HTMLTableSectionElement>(null)
  const region = useRef<HTMLElement>(null)
  const bulkBar = useRef<HTMLElement>(null)
  const lastRow = useRef(0)
  const lastFocus = useRef<CellPosition | null>(null)

  const ids = rows.map((row) => row._id).join(' ')
  const isChoosing = selected.length > 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when rows change or the bulk bar disappears
  useEffect(() => {
    // When the focused element was removed, the focus moves to the row in its position, but not to the button that did
    // it: one more Enter would remove that row, too.
    const position = lastFocus.current
    if (!position || document.activeElement !== document.body) return
    lastFocus.current = null
    if (!focusCell(body.current, { ...position, column: 0 })) region.current?.focus()
  }, [ids, isChoosing])

  useEffect(() => {
    if (!onUndo) return
    // On the whole page: the focus may be on the banner that offers it, or nowhere after a click.
    function undoByKey(event: globalThis.KeyboardEvent) {
      const isUndo = pressedKey(event).toLowerCase() === 'z' && (event.ctrlKey || event.metaKey) && !event.shiftKey
      if (!isUndo || event.defaultPrevented || isEditable(event.target) || document.querySelector('dialog:modal'))
        return
      event.preventDefault()
      onUndo?.()
    }
    window.addEventListener('keydown', undoByKey)
    return () => window.removeEventListener('keydown', undoByKey)
  }, [onUndo])

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    if (isEditable(event.target)) return
    if (pressedKey(event) === 'Escape' && selected.length > 0) clear()
    else if (pressedKey(event) === 'ArrowDown' || pressedKey(event) === 'ArrowUp') {
      const position = positionOf(body.current, event.target)
      const step = pressedKey(event) === 'ArrowDown' ? 1 : -1
      if (position && focusCell(body.current, { ...position, row: position.row + step }, false)) event.preventDefault()
    }
  }

  return (
    <section
      ref={region}
      aria-label={label}
      tabIndex={-1}
      className="outline-none"
      onKeyDown={onKeyDown}
      onFocus={(event) => {
        const position = positionOf(body.current, event.target)
        if (position) lastRow.current = position.row
        // The bulk bar disappears after an action; the focus then returns to the last row's checkbox.
        const isInBar = bulkBar.current?.contains(event.target)
        lastFocus.current = isInBar ? { row: lastRow.current, column: 0 } : position
      }}
    >
      <p className="mb-4 hidden text-danger noscript:block">
        Without JavaScript only the filter and the links work here.
      </p>
      <DataTableFilter label={filterLabel} address={address} sortChoices={sortChoices} views={views} />
      {shown.length === 0 ? (
        <div className="border-y border-line py-16 text-center font-serif text-lead text-muted italic">
          {/* Each in an element of its own: React would make a translated text of one into the other's. */}
          {loadedState.filter === '' && loadedState.status === 'all' ? (
            <div key="empty">{empty}</div>
          ) : (
            <div key="no-match">
              <p role="status">{noMatch}</p>
              <Button className="mt-5 font-sans not-italic" onClick={() => go({ filter: '', status: 'all' })}>
                Show all
              </Button>
            </div>
          )}
        </div>
      ) : (
        <>
          <p id={hintId} className="sr-only">
            {`The up and down arrow keys move from row to row${bulkActions ? ', Escape ends the selection' : ''}${onUndo ? ', Control Z undoes' : ''}.`}
          </p>
          {/* The padding is for the rings of what is focused at its edges. */}
          <div className="md:-m-1.5 md:overflow-x-auto md:p-1.5">
            <table
              {...ROLES.table}
              aria-label={label}
              aria-describedby={hintId}
              aria-busy={isPending || undefined}
              className={`w-full text-sm max-md:block ${isPending ? 'opacity-60' : ''}`}
            >
              <thead {...ROLES.group} className="max-md:hidden">
                <tr {...ROLES.row} className="border-y border-fg">
                  {bulkActions && (
                    <th {...ROLES.columnheader} scope="col" className="needs-script w-11 text-start">
                      <Checkbox
                        name="Select all rows on this page"
                        checked={table.getIsAllPageRowsSelected()}
                        isMixed={selected.length > 0 && !table.getIsAllPageRowsSelected()}
                        onChange={table.getToggleAllPageRowsSelectedHandler()}
                      />
                    </th>
                  )}
                  {columns.map((column) => (
                    <ColumnHeading key={column.id} column={column} address={address} />
                  ))}
                </tr>
              </thead>
              <tbody ref={body} {...ROLES.group} className="max-md:block max-md:border-t max-md:border-fg">
                {shown.map((row) => {
                  const isBusy = busyIds.includes(row.id)
                  return (
                    <tr
                      key={row.id}
                      {...ROLES.row}
                      aria-busy={isBusy || undefined}
                      data-selected={row.getIsSelected() || undefined}
                      className={`border-b border-line data-selected:bg-surface max-md:flex max-md:flex-wrap max-md:items-center max-md:py-2 max-md:after:order-4 max-md:after:basis-full max-md:after:content-[''] md:hover:bg-surface ${isBusy ? 'pointer-events-none opacity-40' : ''}`}
                    >
                      {bulkActions && (
                        <td {...ROLES.cell} className="needs-script order-1 w-11">
                          <Checkbox
                            name={`Select ${nameOf(row.original)}`}
                            checked={row.getIsSelected()}
                            onChange={row.getToggleSelectedHandler()}
                          />
                        </td>
                      )}
                      {columns.map(({ id, header, card, className = '', cell }) => {
                        const isTitle = card === 'title'
                        const Cell = isTitle ? 'th' : 'td'
                        return (
                          <Cell
                            key={id}
                            {...(isTitle ? { ...ROLES.rowheader, scope: 'row' } : ROLES.cell)}
                            className={`text-start md:px-2 md:font-normal md:py-1 ${CARD_VARIANTS[card]} ${className}`}
                          >
                            {card === 'fact' && (
                              <span className="me-1.5 shrink-0 text-muted md:hidden forced-colors:after:content-[':']">
                                {header}
                              </span>
                            )}
                            {cell(row.original)}
                          </Cell>
                        )
                      })}
                    </tr>
                  )
                })}
              </tbody>
            </table>
          </div>
          <DataTablePager {...{ address, loadedState, total }} rowsShown={shown.length} />
        </>
      )}
      {bulkActions && isChoosing && (
        <section
          ref={bulkBar}
          aria-label="Selected rows"
          className="appear sticky bottom-3 z-30 mt-4 flex flex-wrap items-center gap-y-2 rounded-plate border border-line bg-paper ps-3 pe-0 py-2 sm:gap-x-4 sm:px-4 shadow-lg shadow-black/15"
        >
          <p className="me-auto text-sm tabular-nums">{selected.length} selected</p>
          <div className="me-2 flex flex-wrap gap-2 sm:me-0 sm:gap-x-4">
            {bulkActions(
              selected.map((row) => row.original),
              clear,
            )}
          </div>
          {selected.length < shown.length && (
            <Button variant="quiet" onClick={() => table.toggleAllPageRowsSelected(true)}>
              Select all {shown.length}
            </Button>
          )}
          <Button variant="quiet" onClick={clear}>
            Clear
          </Button>
        </section>
      )}
    </section>
  )
}

const NONE: RowSelectionState = {}

type ColumnHeadingProps<Row extends Identified> = { column: DataColumn<Row>; address: TableAddress }

function ColumnHeading<Row extends Identified>({ column, address: { state, go } }: ColumnHeadingProps<Row>) {
  const { id, header, sorts, className = '' } = column
  const sorted = state.sort === id && state.direction
  const variant = `text-start text-sm font-medium whitespace-nowrap md:px-2 ${className}`
  if (!sorts)
    return (
      <th {...ROLES.columnheader} scope="col" className={variant}>
        {header}
      </th>
    )
  const next = sorted === 'asc' ? 'desc' : sorted === 'desc' ? 'asc' : sorts
  return (
    <th
      {...ROLES.columnheader}
      scope="col"
      aria-sort={sorted === 'asc' ? 'ascending' : sorted === 'desc' ? 'descending' : 'none'}
      className={variant}
    >
      <button
        type="button"
        className="-ms-2 inline-flex min-h-11 items-center gap-1 rounded-plate px-2 hover:text-accent"
        onClick={() => go({ sort: id === 'title' ? 'title' : 'posted', direction: next })}
      >
        {header}
        <SortIcon direction={sorted} />
      </button>
    </th>
  )
}

const SORT_IDLE_OPACITY = 0.55

function SortIcon({ direction }: { direction: 'asc' | 'desc' | false }) {
  const idle = direction ? undefined : 'forced-colors:opacity-100'
  const opacity = (own: 'asc' | 'desc') => (direction === own ? 1 : direction ? 0 : SORT_IDLE_OPACITY)
  return (
    <IconFrame className="size-4">
      <IconPart name="sortUp" className={idle} opacity={opacity('asc')} />
      <IconPart name="sortDown" className={idle} opacity={opacity('desc')} />
    </IconFrame>
  )
}

type CheckboxProps = {
  name: string
  isMixed?: boolean
} & Pick<ComponentProps<'input'>, 'checked' | 'onChange'>

function Checkbox({ name, isMixed = false, ...rest }: CheckboxProps) {
  return (
    <label className="-ms-3 grid size-11 cursor-pointer place-items-center">
      <input
        type="checkbox"
        aria-label={name}
        ref={(element) => {
          if (element) element.indeterminate = isMixed
        }}
        {...rest}
      />
    </label>
  )
}

/** A cell's position, both numbers from 0. */
type CellPosition = { row: number; column: number }

/** Whether keys write into it, which has an undo of its own. */
const isEditable = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target instanceof HTMLTextAreaElement ||
    (target instanceof HTMLInputElement && target.type !== 'checkbox'))

const FOCUSABLE = 'a[href], button:not(:disabled), input:not(:disabled)'

function positionOf(body: HTMLTableSectionElement | null, target: EventTarget | null): CellPosition | null {
  const cell = target instanceof Element ? target.closest<HTMLTableCellElement>('td, th') : null
  const row = cell?.parentElement
  if (!(row instanceof HTMLTableRowElement) || row.parentElement !== body) return null
  return { row: row.sectionRowIndex, column: cell?.cellIndex ?? 0 }
}

/** Focuses the control in a cell; `nearest` falls back to the last row when the table is shorter. */
function focusCell(body: HTMLTableSectionElement | null, { row, column }: CellPosition, nearest = true): boolean {
  const rows = body?.rows
  const cell = rows?.item(nearest ? Math.min(row, rows.length - 1) : row)?.cells.item(column)
  const control = cell?.querySelector<HTMLElement>(FOCUSABLE)
  control?.focus()
  return control !== null && control !== undefined
}
