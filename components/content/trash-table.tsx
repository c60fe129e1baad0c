'use client'

import { type ReactNode, useMemo, useState } from 'react'
import { ActionTable, type ShownTable } from '@/components/content/action-table'
import { useRowActions } from '@/components/content/use-row-actions'
import { ShortDate } from '@/components/shell/time-zone'
import { AppLink } from '@/components/ui/app-link'
import { Button } from '@/components/ui/button'
import { Chip } from '@/components/ui/chip'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { Icon } from '@/components/ui/icon'
import { ICON_CLASS, IconButton } from '@/components/ui/icon-button'
import { columnsOf, type DataColumn } from '@/components/ui/table/data-table'
import { sortChoices } from '@/components/ui/table/data-table-filter'
import { callApi } from '@/lib/calls/client'
import type { ContentTableRow } from '@/lib/content-kind/schema'
import type { noteCalls } from '@/lib/note/calls'
import { shortId } from '@/lib/platform/format'
import type { postCalls } from '@/lib/post/calls'
import type { Status, StatusFilter } from '@/lib/publishing/status'
import type { TrashAction } from '@/lib/table/table-state'
import { endOfTrash, inTrash, TRASH_DAYS, tableQuery } from '@/lib/table/table-state'
import { COLUMN_DELETE, UNTITLED, UPDATE } from '@/lib/texts/form-constants'

type Answer = Promise<{ message: string }>

type TrashTableProps<Row extends ContentTableRow> = ShownTable<Row> & {
  /** "Projects", "Notes". */
  label: string
  defaultSize: number
  /** The columns between Title and Update; not shown in the trash, whose rows cannot be opened. */
  ownColumns: readonly DataColumn<Row>[]
  updatePath: (id: string) => string
  /** Its page. */
  publicPath: (id: string) => string
  /** The same for admins alone: what is not public, or in the trash, can be read. */
  previewPath: (id: string) => string
  newPath: string
  calls: Pick<typeof noteCalls | typeof postCalls, 'remove' | 'trash'>
  /** What else is said beside a title; "" for nothing. */
  markOf?: (row: Row) => string
  /** Actions on the selected rows besides deletion; `run` makes a call that `undo` takes back. */
  ownActions?: (
    rows: Row[],
    run: (rows: Row[], action: string, call: () => Answer, undo: () => Answer) => void,
  ) => ReactNode
  /** Said when there are no rows and no filter is set. */
  none: string
}

const SORT_CHOICES = sortChoices('Title')

/**
 * A table with a trash (specification, section 2, admin tables). Deleting can be undone and is not confirmed; deleting
 * for good is confirmed.
 */
export function TrashTable<Row extends ContentTableRow>({
  page,
  state,
  label,
  defaultSize,
  ownColumns,
  updatePath,
  publicPath,
  previewPath,
  newPath,
  calls,
  markOf = noMark,
  ownActions,
  none,
}: TrashTableProps<Row>) {
  const actions = useRowActions()
  const { act } = actions
  const [purging, setPurging] = useState<{ rows: Row[]; clear: () => void } | null>(null)
  const isTrash = state.trash
  const move = (body: TrashAction): Answer => callApi(calls.trash, { body })

  const named = (chosen: Row[]) =>
    chosen.length === 1 && chosen[0] ? nameOf(chosen[0]) : `${chosen.length} ${label.toLowerCase()}`

  function trash(chosen: Row[], clear = () => {}) {
    const ids = chosen.map((row) => row._id)
    const [only] = ids
    const isOne = ids.length === 1 && only !== undefined
    const call = () => (isOne ? callApi(calls.remove, { params: { id: only } }) : move({ ids, action: 'trash' }))
    act(ids, call, {
      removes: true,
      undo: () => move({ ids, action: 'restore' }),
      undoes: `deleting ${named(chosen)}`,
      onDone: clear,
    })
  }

  function restore(chosen: Row[], clear = () => {}) {
    const ids = chosen.map((row) => row._id)
    act(ids, () => move({ ids, action: 'restore' }), {
      removes: true,
      undo: () => move({ ids, action: 'trash' }),
      undoes: `restoring ${named(chosen)}`,
      onDone: clear,
    })
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: the actions do the same whenever they were made
  const columns = useMemo(() => {
    const column = columnsOf<Row>()
    const id = column.display({
      id: 'id',
      header: 'ID',
      meta: { card: 'fact', className: 'tabular-nums' },
      cell: ({ row }) => <code>{shortId(row.original._id)}</code>,
    })
    const posted = column.accessor((row): unknown => row.createdAt, {
      id: 'posted',
      header: 'Posted',
      sortDescFirst: true,
      meta: { card: 'fact', className: 'md:whitespace-nowrap tabular-nums' },
      // A draft has no such date.
      cell: ({ row: { original } }) => (original.status === 'draft' ? '–' : <ShortDate at={original.createdAt} />),
    })
    const title = column.accessor((row): unknown => row.title, {
      id: 'title',
      header: 'Title',
      sortDescFirst: false,
      meta: { card: 'title', className: 'md:w-full' },
      cell: ({ row }) => (
        <>
          <AppLink
            href={(isTrash || row.original.status !== 'published' ? previewPath : publicPath)(row.original._id)}
            isPrefetched={false}
            dir="auto"
            className="link"
          >
            {nameOf(row.original)}
          </AppLink>{' '}
          <StatusBadge status={row.original.status} /> {row.original.hasChanges && !isTrash && <Chip>{CHANGES}</Chip>}{' '}
          {markOf(row.original) && <Chip>{markOf(row.original)}</Chip>}
        </>
      ),
    })
    const action = (id: string, header: string, className: string, cell: (row: Row) => ReactNode) =>
      column.display({ id, header, meta: { card: 'action', className }, cell: ({ row }) => cell(row.original) })
    const live = [
      ...ownColumns,
      action('update', UPDATE, 'screen-only', (row) => (
        <AppLink
          href={updatePath(row._id)}
          aria-label={`${UPDATE} ${nameOf(row)}`}
          title={UPDATE}
          className={ICON_CLASS}
        >
          <Icon name="edit" className="size-5" />
        </AppLink>
      )),
      action('delete', COLUMN_DELETE, 'needs-script', (row) => (
        <IconButton isOnce title={COLUMN_DELETE} name={`${COLUMN_DELETE} ${nameOf(row)}`} onPress={() => trash([row])}>
          <Icon name="trash" className="size-5" />
        </IconButton>
      )),
    ]
    const trashed = [
      column.display({
        id: 'deleted',
        header: 'Deleted',
        meta: { card: 'fact', className: 'md:whitespace-nowrap tabular-nums' },
        cell: ({ row }) => row.original.deletedAt && <ShortDate at={row.original.deletedAt} />,
      }),
      column.display({
        id: 'gone',
        header: 'Permanently deleted',
        meta: { card: 'fact', className: 'md:whitespace-nowrap tabular-nums' },
        cell: ({ row }) => row.original.deletedAt && <ShortDate at={endOfTrash(row.original.deletedAt)} />,
      }),
      action('restore', RESTORE, 'needs-script md:text-center', (row) => (
        <IconButton isOnce title={RESTORE} name={`${RESTORE} ${nameOf(row)}`} onPress={() => restore([row])}>
          <Icon name="undo" className="size-5" />
        </IconButton>
      )),
      action('purge', PURGE, 'needs-script md:text-center', (row) => (
        <IconButton
          isOnce
          title={PURGE}
          name={`${PURGE}: ${nameOf(row)}`}
          tone="danger"
          onPress={() => setPurging({ rows: [row], clear: () => {} })}
        >
          <Icon name="trash" className="size-5" />
        </IconButton>
      )),
    ]
    return [id, posted, title, ...(isTrash ? trashed : live)]
  }, [isTrash, ownColumns, markOf])

  return (
    <>
      {isTrash && (
        <p className="mb-6 text-sm text-muted">Items are deleted permanently after {TRASH_DAYS} days in the trash.</p>
      )}
      <ActionTable
        {...{ page, state, defaultSize, actions, columns, nameOf }}
        label={isTrash ? inTrash(label) : label}
        filterLabel="Filter by title"
        sortChoices={SORT_CHOICES}
        onUndo={actions.undo}
        views={
          <div className="flex flex-wrap gap-x-3 gap-y-2 max-md:w-full max-md:justify-between">
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
                icon: trash ? <Icon name="trash" /> : null,
                isView: true,
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
              {ownActions?.(chosen, (rows, action, call, undo) =>
                act(
                  rows.map((row) => row._id),
                  call,
                  { undo, undoes: `${action} ${named(rows)}`, onDone: clear },
                ),
              )}
              <Button look="danger" onClick={() => trash(chosen, clear)}>
                {COLUMN_DELETE}
              </Button>
            </>
          )
        }
        empty={
          isTrash ? (
            'The trash is empty.'
          ) : (
            <p>
              {none}{' '}
              <AppLink href={newPath} className="link">
                Create one
              </AppLink>
            </p>
          )
        }
        noMatch={state.filter === '' ? NOTHING_OF[state.status] : `No title contains “${state.filter}”.`}
      />
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
const nameOf = ({ title }: ContentTableRow) => title || UNTITLED

const CHANGES = 'Changes not published'
const TRASH = 'Trash'
const RESTORE = 'Restore'
const PURGE = 'Delete permanently'
/** Titles listed in the confirmation. */
const NAMED_ROWS = 5

/** With `isView` a phone shows the other one alone, by its icon if it has one. */
type ViewLink = { text: string; icon?: ReactNode; isView?: boolean; href: string; isCurrent: boolean }

/** Links between ways to look at the table; `href` is a query string, "" for none. */
function ViewLinks({ label, links }: { label: string; links: ViewLink[] }) {
  return (
    <nav aria-label={label} className="flex flex-wrap gap-1 rounded-plate border border-line p-1 text-sm">
      {links.map(({ text, icon, isView, href, isCurrent }) => (
        <AppLink
          key={text}
          href={href || '?'}
          aria-current={isCurrent ? 'page' : undefined}
          className={`inline-flex min-h-9 items-center gap-2 rounded-plate px-1.5 text-muted no-underline hover:text-fg aria-[current=page]:bg-surface aria-[current=page]:font-medium aria-[current=page]:text-fg aria-[current=page]:shadow-[inset_0_-2px_var(--color-accent)] sm:px-3.5 forced-colors:aria-[current=page]:border ${isView ? 'max-sm:aria-[current=page]:hidden' : ''}`}
        >
          {icon}
          <span className={isView && icon ? 'max-sm:sr-only' : ''}>{text}</span>
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
