'use client'

import type { ShownTable } from '@/components/content/action-table'
import { TrashTable } from '@/components/content/trash-table'
import { AppLink } from '@/components/ui/app-link'
import type { DataColumn } from '@/components/ui/table/data-table'
import type { NoteTableRow } from '@/lib/note/schema'
import { paths } from '@/lib/routes/paths'
import { PREVIEW, UNTITLED } from '@/lib/texts/form-constants'

const OWN_COLUMNS: DataColumn<NoteTableRow>[] = [
  {
    ...{ id: 'note', header: 'Note', card: 'fact' },
    cell({ _id, title, status }) {
      const isPublic = status === 'published'
      const word = isPublic ? 'Open' : PREVIEW
      return (
        <AppLink
          href={isPublic ? paths.note(_id) : paths.notePreview(_id)}
          isPrefetched={isPublic}
          aria-label={`${word} ${title || UNTITLED}`}
          className="link inline-block leading-[2.75rem] max-md:leading-8"
        >
          {word}
        </AppLink>
      )
    },
  },
]

/** The notes table (specification, section 2, admin tables). */
export function NotesTable(shown: ShownTable<NoteTableRow>) {
  return <TrashTable {...shown} kind="note" ownColumns={OWN_COLUMNS} />
}
