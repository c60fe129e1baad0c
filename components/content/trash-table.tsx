'use client'

import { type MouseEvent, type ReactNode, useMemo, useState } from 'react'
import { TableFailure } from '@/components/content/table-failure'
import { useRowActions } from '@/components/content/use-row-actions'
import { ShortDate } from '@/components/shell/time-zone'
import { AppLink } from '@/components/ui/app-link'
import { Button } from '@/components/ui/button'
import { Chip } from '@/components/ui/chip'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { EditIcon } from '@/components/ui/icons'
import { columnsOf, type DataColumn, DataTable } from '@/components/ui/table/data-table'
import type { SortChoice } from '@/components/ui/table/data-table-filter'
import { TrashIcon, UndoIcon } from '@/components/ui/table/table-icons'
import { useTableAddress } from '@/components/ui/table/use-table-address'
import { shortId } from '@/lib/platform/format'
import type { Status, StatusFilter } from '@/lib/publishing/status'
import type { TrashAction } from '@/lib/table/table-state'
import { type TableState, TRASH_DAYS, tableQuery } from '@/lib/table/table-state'
import {
  COLUMN_DELETE,
  COLUMN_ID,
  COLUMN_POSTED,
  COLUMN_TITLE,
  COLUMN_UPDATE,
  UNTITLED,
} from '@/lib/texts/form-constants'

/** The columns projects and notes share. */
export type TrashRow = {
  _id: string
  /** "" of a draft that has none yet. */
  title: string
  createdAt: string
  deletedAt: string | null
  status: Status
  hasChanges: boolean
}

type Answer = Promise<{ message: string }>

type TrashTableProps<Row extends TrashRow> = {
  /** "Projects", "Notes". */
  label: string
  rows: Row[]
  total: number
  state: TableState
  defaultSize: number
  /** The columns between Title and Update; not shown in the trash, whose rows cannot be opened. */
  ownColumns: readonly DataColumn<Row>[]
  updatePath: (id: string) => string
  /** Moves one row to the trash. */
  remove: (id: string) => Answer
  move: (input: TrashAction) => Answer
  /** What else is said beside a title; "" for nothing. */
  markOf?: (row: Row) => string
  /** Actions on the selected rows besides deletion; `run` makes a call that `undo` takes back. */
  ownActions?: (
    rows: Row[],
    run: (rows: Row[], verb: string, call: () => Answer, undo: () => Answer) => void,
  ) => ReactNode
  /** Shown when there are no rows and no filter is set. */
  empty: ReactNode
}

const SORT_CHOICES: readonly SortChoice[] = [
  { label: 'Newest first', sort: 'posted', direction: 'desc' },
  { label: 'Oldest first', sort: 'posted', direction: 'asc' },
  { label: 'Title A–Z', sort: 'title', direction: 'asc' },
  { label: 'Title Z–A', sort: 'title', direction: 'desc' },
]

const ICON_BUTTON = 'inline-flex size-11 items-center justify-center rounded-plate text-fg hover:text-accent'

/**
 * A table with a trash (specification, section 2, admin tables). Deleting can be undone and is not confirmed; deleting
 * for good is confirmed.
 */
export function TrashTable<Row extends TrashRow>({
  label,
  rows,
  total,
  state,
  defaultSize,
  ownColumns,
  updatePath,
  remove,
  move,
  markOf = noMark,
  ownActions,
  empty,
}: TrashTableProps<Row>) {
  const address = useTableAddress(state, defaultSize)
  const { removedIds, busyIds, failure, retry, act, undo } = useRowActions()
  const [purging, setPurging] = useState<{ rows: Row[]; clear: () => void } | null>(null)
  const isTrash = state.trash

  const named = (chosen: Row[]) =>
    chosen.length === 1 && chosen[0] ? nameOf(chosen[0]) : `${chosen.length} ${label.toLowerCase()}`

  function trash(chosen: Row[], clear = () => {}) {
    const ids = chosen.map((row) => row._id)
    const [only] = ids
    const call = ids.length === 1 && only ? () => remove(only) : () => move({ ids, action: 'trash' })
    act(ids, call, {
      removes: true,
      undo: () => move({ ids, action: 'restore' }),
      undoes: `delete ${named(chosen)}`,
      onDone: clear,
    })
  }

  function restore(chosen: Row[], clear = () => {}) {
    const ids = chosen.map((row) => row._id)
    act(ids, () => move({ ids, action: 'restore' }), {
      removes: true,
      undo: () => move({ ids, action: 'trash' }),
      undoes: `restore ${named(chosen)}`,
      onDone: clear,
    })
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: the actions do the same whenever they were made
  const columns = useMemo(() => {
    const column = columnsOf<Row>()
    const id = column.display({
      id: 'id',
      header: COLUMN_ID,
      meta: { card: 'fact', className: 'tabular-nums' },
      cell: ({ row }) => <code>{shortId(row.original._id)}</code>,
    })
    const posted = column.accessor((row): unknown => row.createdAt, {
      id: 'posted',
      header: COLUMN_POSTED,
      sortDescFirst: true,
      meta: { card: 'fact', className: 'md:whitespace-nowrap tabular-nums' },
      // A draft has no such date.
      cell: ({ row: { original } }) => (original.status === 'draft' ? '–' : <ShortDate at={original.createdAt} />),
    })
    const title = column.accessor((row): unknown => row.title, {
      id: 'title',
      header: COLUMN_TITLE,
      sortDescFirst: false,
      meta: { card: 'title', className: 'md:w-full' },
      cell: ({ row }) => (
        <>
          <span dir="auto">{nameOf(row.original)}</span> <StatusBadge status={row.original.status} />{' '}
          {row.original.hasChanges && !isTrash && <Chip>{CHANGES}</Chip>}{' '}
          {markOf(row.original) && <Chip>{markOf(row.original)}</Chip>}
        </>
      ),
    })
    const live = [
      ...ownColumns,
      column.display({
        id: 'update',
        header: COLUMN_UPDATE,
        meta: { card: 'action', className: 'screen-only' },
        cell: ({ row }) => (
          <AppLink
            href={updatePath(row.original._id)}
            aria-label={`${COLUMN_UPDATE} ${nameOf(row.original)}`}
            title={COLUMN_UPDATE}
            className={ICON_BUTTON}
          >
            <EditIcon className="size-5" />
          </AppLink>
        ),
      }),
      column.display({
        id: 'delete',
        header: COLUMN_DELETE,
        meta: { card: 'action', className: 'needs-script' },
        cell: ({ row }) => (
          <button
            type="button"
            aria-label={`${COLUMN_DELETE} ${nameOf(row.original)}`}
            title={COLUMN_DELETE}
            className={`${ICON_BUTTON} hover:text-danger!`}
            onClick={(event) => isFirstClick(event) && trash([row.original])}
          >
            <TrashIcon className="size-5" />
          </button>
        ),
      }),
    ]
    const inTrash = [
      column.display({
        id: 'deleted',
        header: 'Deleted',
        meta: { card: 'fact', className: 'md:whitespace-nowrap tabular-nums' },
        cell: ({ row }) => row.original.deletedAt && <ShortDate at={row.original.deletedAt} />,
      }),
      column.display({
        id: 'restore',
        header: RESTORE,
        meta: { card: 'action', className: 'needs-script md:text-center' },
        cell: ({ row }) => (
          <button
            type="button"
            aria-label={`${RESTORE} ${nameOf(row.original)}`}
            title={RESTORE}
            className={ICON_BUTTON}
            onClick={(event) => isFirstClick(event) && restore([row.original])}
          >
            <UndoIcon className="size-5" />
          </button>
        ),
      }),
      column.display({
        id: 'purge',
        header: PURGE,
        meta: { card: 'action', className: 'needs-script md:text-center' },
        cell: ({ row }) => (
          <button
            type="button"
            aria-label={`${PURGE}: ${nameOf(row.original)}`}
            title={PURGE}
            className={`${ICON_BUTTON} text-danger!`}
            onClick={() => setPurging({ rows: [row.original], clear: () => {} })}
          >
            <TrashIcon className="size-5" />
          </button>
        ),
      }),
    ]
    return [id, posted, title, ...(isTrash ? inTrash : live)]
  }, [isTrash, ownColumns, markOf])

  const shown = useMemo(() => rows.filter((row) => !removedIds.includes(row._id)), [rows, removedIds])

  return (
    <>
      {failure && <TableFailure failure={failure} onSignedIn={retry} />}
      <DataTable
        label={isTrash ? `${label} in the trash` : label}
        filterLabel="Filter by title"
        sortChoices={SORT_CHOICES}
        columns={columns}
        rows={shown}
        total={total}
        loadedState={state}
        address={address}
        nameOf={nameOf}
        busyIds={busyIds}
        onUndo={undo}
        views={
          <div className="flex flex-wrap gap-3 max-md:w-full">
            {!isTrash && (
              <ViewLinks
                label="Status"
                links={STATUS_LABELS.map(([status, text]) => ({
                  text,
                  href: tableQuery({ ...state, status, page: 1 }, defaultSize),
                  isCurrent: status === state.status,
                }))}
              />
            )}
            <ViewLinks
              label="Views"
              links={[false, true].map((trash) => ({
                text: trash ? TRASH : label,
                icon: trash ? <TrashIcon /> : null,
                href: tableQuery({ ...state, trash, status: 'all', page: 1 }, defaultSize),
                isCurrent: trash === isTrash,
              }))}
            />
          </div>
        }
        bulkActions={(chosen, clear) =>
          isTrash ? (
            <>
              <Button onClick={() => restore(chosen, clear)}>{RESTORE}</Button>
              <Button look="danger" onClick={() => setPurging({ rows: chosen, clear })}>
                {PURGE}
              </Button>
            </>
          ) : (
            <>
              {ownActions?.(chosen, (rows, verb, call, undo) =>
                act(
                  rows.map((row) => row._id),
                  call,
                  { undo, undoes: `${verb} ${named(rows)}`, onDone: clear },
                ),
              )}
              <Button look="danger" onClick={() => trash(chosen, clear)}>
                {COLUMN_DELETE}
              </Button>
            </>
          )
        }
        empty={isTrash ? 'The trash is empty.' : empty}
        noMatch={state.filter === '' ? NOTHING_OF[state.status] : `No title contains “${state.filter}”.`}
      />
      {isTrash && (
        <p className="mt-6 text-sm text-muted">Items are deleted permanently after {TRASH_DAYS} days in the trash.</p>
      )}
      {purging && (
        <ConfirmDialog
          title={purging.rows.length === 1 ? 'Delete this permanently?' : `Delete ${purging.rows.length} permanently?`}
          confirm={PURGE}
          onClose={() => setPurging(null)}
          onConfirm={() => {
            const ids = purging.rows.map((row) => row._id)
            act(ids, () => move({ ids, action: 'purge' }), { removes: true, onDone: purging.clear })
            setPurging(null)
          }}
        >
          <p>This cannot be undone:</p>
          <ul className="mt-2 list-disc ps-5 text-fg">
            {purging.rows.slice(0, NAMED_ROWS).map((row) => (
              <li key={row._id} dir="auto" className="break-words">
                {nameOf(row)}
              </li>
            ))}
            {purging.rows.length > NAMED_ROWS && <li>and {purging.rows.length - NAMED_ROWS} more</li>}
          </ul>
        </ConfirmDialog>
      )}
    </>
  )
}

const noMark = () => ''
const nameOf = ({ title }: TrashRow) => title || UNTITLED

const CHANGES = 'Changes not published'
const TRASH = 'Trash'
const RESTORE = 'Restore'
const PURGE = 'Delete permanently'
/** Titles listed in the confirmation. */
const NAMED_ROWS = 5

type ViewLink = { text: string; icon?: ReactNode; href: string; isCurrent: boolean }

/** Links between ways to look at the table; `href` is a query string, "" for none. */
function ViewLinks({ label, links }: { label: string; links: ViewLink[] }) {
  return (
    <nav aria-label={label} className="flex flex-wrap gap-1 rounded-plate border border-line p-1 text-sm">
      {links.map(({ text, icon, href, isCurrent }) => (
        <AppLink
          key={text}
          href={href || '?'}
          aria-current={isCurrent ? 'page' : undefined}
          className="inline-flex min-h-9 items-center gap-2 rounded-plate px-2.5 text-muted no-underline hover:text-fg aria-[current=page]:bg-surface aria-[current=page]:font-medium aria-[current=page]:text-fg aria-[current=page]:shadow-[inset_0_-2px_var(--color-accent)] sm:px-3.5 forced-colors:aria-[current=page]:border"
        >
          {icon}
          {text}
        </AppLink>
      ))}
    </nav>
  )
}

const STATUS_LABELS = [
  ['all', 'All'],
  ['published', 'Published'],
  ['draft', 'Drafts'],
  ['scheduled', 'Scheduled'],
] as const satisfies ReadonlyArray<[StatusFilter, string]>

/** At the second click of a double click the next row is already under the pointer. */
const isFirstClick = ({ detail }: MouseEvent) => detail < 2

const BADGES: Record<Status, string> = { draft: 'Draft', scheduled: 'Scheduled', published: '' }

/** The status beside a title, unless it is published. */
function StatusBadge({ status }: { status: Status }) {
  return BADGES[status] === '' ? null : <Chip className="ms-1">{BADGES[status]}</Chip>
}

const NOTHING_OF: Record<StatusFilter, string> = {
  all: '',
  published: 'Nothing is published.',
  draft: 'There are no drafts.',
  scheduled: 'Nothing is scheduled.',
}
