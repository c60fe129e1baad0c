'use client'

import type { ShownTable } from '@/components/content/action-table'
import { TrashTable } from '@/components/content/trash-table'
import { AppLink } from '@/components/ui/app-link'
import { columnsOf } from '@/components/ui/table/data-table'
import { noteCalls } from '@/lib/note/calls'
import type { NoteTableRow } from '@/lib/note/schema'
import { paths } from '@/lib/routes/paths'
import { NO_NOTES } from '@/lib/texts/constants'
import { NOTES_TABLE_SIZE } from '@/lib/texts/form-constants'

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
export function NotesTable(shown: ShownTable<NoteTableRow>) {
  return (
    <TrashTable
      {...shown}
      label="Notes"
      defaultSize={NOTES_TABLE_SIZE}
      ownColumns={OWN_COLUMNS}
      updatePath={paths.updateNote}
      previewPath={paths.notePreview}
      newPath={paths.newNote}
      calls={noteCalls}
      none={NO_NOTES}
    />
  )
}
