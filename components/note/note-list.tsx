import { NoteCard, type NoteCardData } from '@/components/note/note-card'
import { GoBack } from '@/components/shell/go-back'
import { PagePath } from '@/components/shell/page-path'
import { PageHeading } from '@/components/ui/page-heading'
import { Pagination } from '@/components/ui/pagination'
import { paths } from '@/lib/routes/paths'
import { BLOG_HEADING, NO_NOTES } from '@/lib/texts/constants'

type NoteListProps = {
  ownerName: string
  subtitle: string
  timeZone: string
  notes: NoteCardData[]
  page: number
  pageCount: number
}

export function NoteList({ ownerName, subtitle, timeZone, notes, page, pageCount }: NoteListProps) {
  return (
    <div className="container-page pb-section">
      <PageHeading
        title={BLOG_HEADING}
        subtitle={subtitle}
        back={
          <>
            <GoBack href={paths.home} />
            <PagePath ownerName={ownerName} />
          </>
        }
      />
      {notes.length === 0 ? (
        <p className="border-t border-line py-16 text-center font-serif text-lead text-muted italic">{NO_NOTES}</p>
      ) : (
        <ul className="grid gap-x-14 gap-y-10 sm:grid-cols-2">
          {notes.map((note) => (
            <li key={note._id} className="min-w-0">
              <NoteCard note={note} timeZone={timeZone} />
            </li>
          ))}
        </ul>
      )}
      <Pagination page={page} pageCount={pageCount} hrefOf={paths.notes} />
    </div>
  )
}
