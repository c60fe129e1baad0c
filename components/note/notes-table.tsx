'use client'

import { TrashTable } from '@/components/content/trash-table'
import { AppLink } from '@/components/ui/app-link'
import { columnsOf } from '@/components/ui/table/data-table'
import { callApi } from '@/lib/calls/client'
import { noteCalls } from '@/lib/note/calls'
import type { NoteTableRow } from '@/lib/note/schema'
import { paths } from '@/lib/routes/paths'
import type { TablePage, TableState } from '@/lib/table/table-state'
import { NO_NOTES } from '@/lib/texts/constants'
import { CREATE_ONE, NOTES_TABLE_SIZE } from '@/lib/texts/form-constants'

const column = columnsOf<NoteTableRow>()

const OWN_COLUMNS = [
  column.display({
    id: 'note',
    header: 'Note',
    meta: { card: 'fact' },
    cell: ({ row }) =>
      row.original.status === 'published' ? (
        <AppLink
          href={paths.note(row.original._id)}
          aria-label={`Open ${row.original.title}`}
          className="link inline-block leading-[2.75rem] max-md:leading-8"
        >
          Open
        </AppLink>
      ) : (
        <span className="text-muted">–</span>
      ),
  }),
]

/** The notes table (specification, section 2, admin tables). */
export function NotesTable({ page: { rows, total }, state }: { page: TablePage<NoteTableRow>; state: TableState }) {
  return (
    <TrashTable
      label="Notes"
      rows={rows}
      total={total}
      state={state}
      defaultSize={NOTES_TABLE_SIZE}
      ownColumns={OWN_COLUMNS}
      updatePath={paths.updateNote}
      remove={(id) => callApi(noteCalls.remove, { params: { id } })}
      move={(body) => callApi(noteCalls.trash, { body })}
      empty={
        <p>
          {NO_NOTES}{' '}
          <AppLink href={paths.newNote} className="link">
            {CREATE_ONE}
          </AppLink>
        </p>
      }
    />
  )
}
