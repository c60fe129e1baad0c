import type { NoteCardData } from '@/components/note/note-card'
import { AppLink } from '@/components/ui/app-link'
import { SectionHeading } from '@/components/ui/section-heading'
import { shortDate } from '@/lib/platform/format'
import { paths } from '@/lib/routes/paths'

export function LatestNotes({ notes, timeZone }: { notes: NoteCardData[]; timeZone: string }) {
  if (notes.length === 0) return null
  const toAll = (
    <AppLink href={paths.notes()} className="link inline-flex min-h-11 items-center text-sm">
      All notes
    </AppLink>
  )
  return (
    <section aria-labelledby="latest-notes" className="container-page pb-section">
      <SectionHeading id="latest-notes" aside={toAll}>
        Latest Notes
      </SectionHeading>
      <ul>
        {notes.map(({ _id, path, title, createdAt }) => (
          <li key={_id} className="flex flex-wrap items-baseline justify-between gap-x-8 border-b border-line py-3">
            <AppLink
              href={path}
              dir="auto"
              className="min-w-0 py-1 font-serif text-h3 text-fg no-underline decoration-accent decoration-1 underline-offset-4 wrap-anywhere hover:underline"
            >
              {title}
            </AppLink>
            <span className="text-sm text-muted tabular-nums">{shortDate(createdAt, timeZone)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
