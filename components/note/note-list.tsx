import { type ListedNote, NoteCard } from '@/components/note/note-card'
import { PathHeading } from '@/components/shell/path-heading'
import { Pagination } from '@/components/ui/pagination'
import { year } from '@/lib/platform/format'
import { paths } from '@/lib/routes/paths'
import { BLOG_HEADING, NO_NOTES } from '@/lib/texts/constants'

type NoteListProps = {
  ownerName: string
  subtitle: string
  timeZone: string
  notes: ListedNote[]
  page: number
  pageCount: number
}

export function NoteList({ ownerName, subtitle, timeZone, notes, page, pageCount }: NoteListProps) {
  return (
    <div className="container-page pb-section">
      <PathHeading title={BLOG_HEADING} subtitle={subtitle} ownerName={ownerName} />
      {notes.length === 0 ? (
        <p className="border-t border-line py-16 text-center font-serif text-lead text-muted italic">{NO_NOTES}</p>
      ) : (
        <div className="space-y-12">
          {byYear(notes, timeZone).map(([written, ofYear]) => (
            <div key={written} className="grid gap-x-8 gap-y-4 lg:grid-cols-[6rem_minmax(0,1fr)]">
              <p
                aria-hidden="true"
                className="text-h3 text-muted tabular-nums lg:sticky lg:top-6 lg:self-start lg:pt-5"
              >
                {written}
              </p>
              <ul aria-label={written} className="grid gap-x-14 gap-y-10 sm:grid-cols-2">
                {ofYear.map((note) => (
                  <li key={note._id} className="min-w-0">
                    <NoteCard note={note} timeZone={timeZone} />
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </div>
      )}
      <Pagination page={page} pageCount={pageCount} hrefOf={paths.notes} />
    </div>
  )
}

/** In the order they have, a year's beside each other. */
function byYear(notes: NoteListProps['notes'], timeZone: string) {
  const years = new Map<string, NoteListProps['notes']>()
  for (const note of notes) {
    const written = year(note.createdAt, timeZone)
    years.set(written, [...(years.get(written) ?? []), note])
  }
  return [...years]
}
