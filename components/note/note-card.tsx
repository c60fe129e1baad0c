import { AppLink } from '@/components/ui/app-link'
import { ArrowRightIcon } from '@/components/ui/icons'
import { shortDate } from '@/lib/platform/format'
import { postedOn, READ } from '@/lib/texts/constants'

export type NoteCardData = { _id: string; path: string; title: string; about: string; createdAt: string }

type NoteCardProps = { note: NoteCardData & { minutes: number }; timeZone: string }

/** A note in the list: title, three lines of its summary, Read, the date and how long it takes. */
export function NoteCard({ note, timeZone }: NoteCardProps) {
  const titleId = `title-${note._id}`
  return (
    <article className="group relative flex h-full flex-col border-t border-line pt-5 hover:border-accent">
      <h2 id={titleId} dir="auto" className="text-h3">
        <AppLink
          href={note.path}
          tabIndex={-1}
          className="text-fg no-underline decoration-accent decoration-1 underline-offset-4 after:absolute after:inset-0 group-hover:underline"
        >
          {note.title}
        </AppLink>
      </h2>
      {note.about && (
        <p dir="auto" className="mt-2 line-clamp-3 font-serif text-[1.125rem] leading-[1.55] text-muted">
          {note.about}
        </p>
      )}
      <div className="mt-auto flex items-center justify-between gap-4 pt-3">
        <p className="flex flex-wrap gap-x-4 text-sm text-muted tabular-nums">
          <span>{postedOn(shortDate(note.createdAt, timeZone))}</span>
          <span>{`${note.minutes} min read`}</span>
        </p>
        <AppLink
          href={note.path}
          aria-describedby={titleId}
          className="screen-only relative inline-flex min-h-11 items-center gap-1.5 text-sm font-medium text-accent no-underline hover:underline"
        >
          {READ}
          <ArrowRightIcon className="size-[1.1em] rtl:-scale-x-100" />
        </AppLink>
      </div>
    </article>
  )
}
