import { CardLink, CardTitle } from '@/components/content/card-links'
import { FirstTechChips } from '@/components/content/tech-chips'
import { shortDate } from '@/lib/platform/format'
import { postedOn, READ } from '@/lib/texts/constants'

export type NoteCardData = { _id: string; path: string; title: string; about: string; createdAt: string }

export type ListedNote = NoteCardData & { tech: string; minutes: number }

type NoteCardProps = {
  note: ListedNote
  timeZone: string
  /** As of a project's card. */
  keyword?: string
}

/** A note in the list: title, three lines of its summary, technologies, Read, the date and how long it takes. */
export function NoteCard({ note, timeZone, keyword }: NoteCardProps) {
  const titleId = `title-${note._id}`
  return (
    <article className="group relative flex h-full flex-col border-t border-line pt-5 hover:border-accent">
      <h2 id={titleId} dir="auto" className="text-h3">
        <CardTitle href={note.path} tabIndex={-1}>
          {note.title}
        </CardTitle>
      </h2>
      {note.about && (
        <p dir="auto" className="mt-2 line-clamp-3 font-serif text-[1.125rem] leading-[1.55] text-muted">
          {note.about}
        </p>
      )}
      <div className="mt-auto pt-3">
        <FirstTechChips tech={note.tech} keyword={keyword} />
        <div className="flex items-center justify-between gap-4">
          <p className="flex flex-wrap gap-x-4 text-sm text-muted tabular-nums">
            <span>{postedOn(shortDate(note.createdAt, timeZone))}</span>
            <span>{`${note.minutes} min read`}</span>
          </p>
          <CardLink href={note.path} aria-describedby={titleId}>
            {READ}
          </CardLink>
        </div>
      </div>
    </article>
  )
}
