'use client'

import { type ReactNode, useState } from 'react'
import { ActionTable, type ShownTable } from '@/components/content/action-table'
import { useRowActions } from '@/components/content/use-row-actions'
import { ShortDate } from '@/components/shell/time-zone'
import { AppLink } from '@/components/ui/app-link'
import { Button } from '@/components/ui/button'
import { Chip } from '@/components/ui/chip'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { Icon } from '@/components/ui/icon'
import { ICON_CLASS, IconButton } from '@/components/ui/icon-button'
import type { IconName } from '@/components/ui/icon-names'
import type { DataColumn } from '@/components/ui/table/data-table'
import { sortChoices } from '@/components/ui/table/data-table-filter'
import { callApi } from '@/lib/calls/client'
import type { ContentName } from '@/lib/content/kinds'
import { trashCalls } from '@/lib/content-kind/calls'
import type { ContentTableRow } from '@/lib/content-kind/schema'
import { CONTENT_TABLES } from '@/lib/content-kind/tables'
import { shortId } from '@/lib/platform/format'
import type { Status, StatusFilter } from '@/lib/publishing/status'
import { CONTENT_PATHS, paths } from '@/lib/routes/paths'
import type { TrashAction } from '@/lib/table/table-state'
import { endOfTrash, inTrash, TRASH_DAYS, tableQuery } from '@/lib/table/table-state'
import { COLUMN_DELETE, UNTITLED, UPDATE } from '@/lib/texts/form-constants'

type Answer = Promise<{ message: string }>

type TrashTableProps<Row extends ContentTableRow> = ShownTable<Row> & {
  kind: ContentName
  /** The columns between Title and Update; not shown in the trash, whose rows cannot be opened. */
  ownColumns: readonly DataColumn<Row>[]
  /** What else is said beside a title; "" for nothing. */
  markOf?: (row: Row) => string
  /** Actions on the selected rows besides deletion; `run` makes a call that `undo` takes back. */
  ownActions?: (
    rows: Row[],
    run: (rows: Row[], action: string, call: () => Answer, undo: () => Answer) => void,
  ) => ReactNode
}

const SORT_CHOICES = sortChoices('Title')

/**
 * A table with a trash (specification, section 2, admin tables). Deleting can be undone and is not confirmed; deleting
 * for good is confirmed.
 */
export function TrashTable<Row extends ContentTableRow>({
  page,
  state,
  kind,
  ownColumns,
  markOf = noMark,
  ownActions,
}: TrashTableProps<Row>) {
  const actions = useRowActions()
  const { act } = actions
  const { update, preview, create } = CONTENT_PATHS[kind]
  const { label, size: defaultSize, none } = CONTENT_TABLES[kind]
  const calls = trashCalls(kind)
  const [purging, setPurging] = useState<{ rows: Row[]; clear?: () => void } | null>(null)
  const isTrash = state.trash
  const offered = isTrash ? (['restore', 'purge'] as const) : (['trash'] as const)
  const move = (body: TrashAction): Answer => callApi(calls.trash, { body })

  const named = (chosen: Row[]) =>
    chosen.length === 1 && chosen[0] ? nameOf(chosen[0]) : `${chosen.length} ${label.toLowerCase()}`

  function run(name: TrashAction['action'], chosen: Row[], clear = () => {}) {
    const ids = chosen.map((row) => row._id)
    const [first = ''] = ids
    const { inverse, doing } = ACTIONS[name]
    const isOneDeleted = name === 'trash' && ids.length === 1
    act(ids, () => (isOneDeleted ? callApi(calls.remove, { params: { id: first } }) : move({ ids, action: name })), {
      removes: true,
      undo: inverse && (() => move({ ids, action: inverse })),
      undoes: doing && `${doing} ${named(chosen)}`,
      onDone: clear,
    })
  }

  /** What is final is confirmed first. */
  function press(name: TrashAction['action'], chosen: Row[], clear?: () => void) {
    if (name === 'purge') setPurging({ rows: chosen, clear })
    else run(name, chosen, clear)
  }

  const fact = { card: 'fact', className: 'md:whitespace-nowrap tabular-nums' } as const
  const columns: DataColumn<Row>[] = [
    { ...fact, id: 'id', header: 'ID', cell: (row) => <code>{shortId(row._id)}</code> },
    {
      ...{ ...fact, id: 'posted', header: 'Posted', sorts: 'desc' },
      // A draft has no such date.
      cell: (row) => (row.status === 'draft' ? '–' : <ShortDate at={row.createdAt} />),
    },
    {
      ...{ id: 'title', header: 'Title', sorts: 'asc', card: 'title', className: 'md:w-full' },
      cell: (row) => (
        <>
          <AppLink
            // What is not public, or in the trash, admins can read.
            href={(isTrash || row.status !== 'published' ? preview : paths[kind])(row._id)}
            isPrefetched={false}
            dir="auto"
            className="link"
          >
            {nameOf(row)}
          </AppLink>{' '}
          <StatusBadge status={row.status} /> {row.hasChanges && !isTrash && <Chip>{CHANGES}</Chip>}{' '}
          {markOf(row) && <Chip>{markOf(row)}</Chip>}
        </>
      ),
    },
    ...(isTrash
      ? ([
          {
            ...fact,
            id: 'deleted',
            header: 'Deleted',
            cell: (row) => row.deletedAt && <ShortDate at={row.deletedAt} />,
          },
          {
            ...{ ...fact, id: 'gone', header: 'Permanently deleted' },
            cell: (row) => row.deletedAt && <ShortDate at={endOfTrash(row.deletedAt)} />,
          },
        ] satisfies DataColumn<Row>[])
      : ([
          ...ownColumns,
          {
            ...{ id: 'update', header: UPDATE, card: 'action', className: 'screen-only' },
            cell: (row) => (
              <AppLink
                href={update(row._id)}
                aria-label={`${UPDATE} ${nameOf(row)}`}
                title={UPDATE}
                className={ICON_CLASS}
              >
                <Icon name="edit" className="size-5" />
              </AppLink>
            ),
          },
        ] satisfies DataColumn<Row>[])),
    ...offered.map((name): DataColumn<Row> => {
      const { label, icon, isFinal } = ACTIONS[name]
      return {
        ...{ id: name, header: label, card: 'action', className: `needs-script ${isTrash ? 'md:text-center' : ''}` },
        cell: (row) => (
          <IconButton
            isOnce
            title={label}
            name={`${label}${isFinal ? ':' : ''} ${nameOf(row)}`}
            tone={isFinal ? 'danger' : undefined}
            onPress={() => press(name, [row])}
          >
            <Icon name={icon} className="size-5" />
          </IconButton>
        ),
      }
    }),
  ]

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
        bulkActions={(chosen, clear) => (
          <>
            {!isTrash &&
              ownActions?.(chosen, (rows, action, call, undo) =>
                act(
                  rows.map((row) => row._id),
                  call,
                  { undo, undoes: `${action} ${named(rows)}`, onDone: clear },
                ),
              )}
            {offered.map((name) => (
              <Button
                key={name}
                variant={name === 'restore' ? 'outline' : 'danger'}
                onClick={() => press(name, chosen, clear)}
              >
                {ACTIONS[name].label}
              </Button>
            ))}
          </>
        )}
        empty={
          isTrash ? (
            'The trash is empty.'
          ) : (
            <p>
              {none}{' '}
              <AppLink href={create} className="link">
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
            run('purge', purging.rows, purging.clear)
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
const PURGE = 'Delete permanently'

type Action = {
  label: string
  icon: IconName
  /** What undoes it, and what that would undo in words; it is final without. */
  inverse?: TrashAction['action']
  doing?: string
  isFinal?: boolean
}

/** What can be done with rows. */
const ACTIONS: Record<TrashAction['action'], Action> = {
  trash: { label: COLUMN_DELETE, icon: 'trash', inverse: 'restore', doing: 'deleting' },
  restore: { label: 'Restore', icon: 'undo', inverse: 'trash', doing: 'restoring' },
  purge: { label: PURGE, icon: 'trash', isFinal: true },
}

/** Titles listed in the confirmation. */
const NAMED_ROWS = 5

/** With `isView` a phone shows the other one alone, by its icon if it has one. */
type ViewLink = { text: string; icon?: ReactNode; isView?: boolean; href: string; isCurrent: boolean }

/** Links between ways to look at the table; `href` is a query string, "" for none. */
export function ViewLinks({ label, links }: { label: string; links: ViewLink[] }) {
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
