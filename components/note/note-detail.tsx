import type { ReactNode } from 'react'
import { CodeCopy } from '@/components/note/code-copy'
import type { NoteCardData } from '@/components/note/note-card'
import { FoldedTableOfContents, TableOfContents } from '@/components/note/table-of-contents'
import { CopyLink } from '@/components/shell/copy-link'
import { GoBack } from '@/components/shell/go-back'
import { AppLink } from '@/components/ui/app-link'
import { buttonClass } from '@/components/ui/button'
import { EditIcon } from '@/components/ui/form-icons'
import { ArrowLeftIcon, ArrowRightIcon } from '@/components/ui/icons'
import { shortDate } from '@/lib/platform/format'
import type { TocEntry } from '@/lib/rich-text/safe-html'
import { paths } from '@/lib/routes/paths'
import { postedOn } from '@/lib/texts/constants'

type NoteDetailProps = {
  note: NoteCardData
  /** The description, rendered by the one component that may. */
  text: ReactNode
  toc: TocEntry[]
  minutes: number
  previous: NoteCardData | null
  next: NoteCardData | null
  related: NoteCardData[]
}

/** Minimum number of headings for a table of contents. */
const TOC_MIN_ENTRIES = 2

export function NoteDetail({ note, text, toc, minutes, previous, next, related }: NoteDetailProps) {
  const hasToc = toc.length >= TOC_MIN_ENTRIES
  return (
    <div className="container-page pt-8 pb-section">
      <article>
        <div className="flex min-h-11 flex-wrap items-center justify-between gap-3">
          <GoBack href={paths.notes()} />
          <span className="only-admin screen-only">
            <AppLink
              href={paths.updateNote(note._id)}
              aria-label="Update note"
              title="Update note"
              className={buttonClass('outline', 'size-11 px-0')}
            >
              <EditIcon className="size-5" />
            </AppLink>
          </span>
        </div>
        <header className="mt-6 max-w-[52rem] md:mt-10">
          <h1 dir="auto" className="text-h1 break-words">
            {note.title}
          </h1>
          {note.about && (
            <p dir="auto" className="mt-5 max-w-[34em] font-serif text-lead break-words text-muted italic">
              {note.about}
            </p>
          )}
          <div className="mt-6 flex flex-wrap items-center gap-x-5 gap-y-3 text-sm text-muted tabular-nums">
            <p>{postedOn(shortDate(note.createdAt))}</p>
            <p>{`${minutes} min read`}</p>
            <CopyLink look="quiet" />
          </div>
        </header>
        <div className="mt-10 border-t border-line pt-10 lg:grid lg:grid-cols-[minmax(0,42rem)_minmax(0,15rem)] lg:justify-between lg:gap-x-16">
          {hasToc && (
            <>
              <div className="-mt-10 mb-10 lg:hidden">
                <FoldedTableOfContents entries={toc} />
              </div>
              <div className="hidden lg:order-2 lg:block">
                <div className="lg:sticky lg:top-8 lg:max-h-[calc(100dvh-4rem)] lg:overflow-y-auto">
                  <TableOfContents entries={toc} />
                </div>
              </div>
            </>
          )}
          <div className="max-w-prose min-w-0">
            {text}
            <CodeCopy noteId={note._id} />
          </div>
        </div>
      </article>
      {(previous || next) && (
        <nav
          aria-label="Other notes"
          className="screen-only mt-section grid gap-8 border-t border-fg pt-6 sm:grid-cols-2"
        >
          <div>
            {previous && (
              <Neighbour note={previous} rel="prev">
                <ArrowLeftIcon className="size-[1.1em] rtl:-scale-x-100" />
                Previous
              </Neighbour>
            )}
          </div>
          <div className="sm:text-end">
            {next && (
              <Neighbour note={next} rel="next" className="sm:justify-end">
                Next
                <ArrowRightIcon className="size-[1.1em] rtl:-scale-x-100" />
              </Neighbour>
            )}
          </div>
        </nav>
      )}
      {related.length > 0 && (
        <section aria-labelledby="related" className="screen-only mt-16">
          <h2 id="related" className="mb-5 font-sans text-sm font-medium text-muted">
            Related notes
          </h2>
          <ul className="grid gap-x-10 gap-y-6 sm:grid-cols-3">
            {related.map((other) => (
              <li key={other._id} className="min-w-0 border-t border-line pt-4">
                <AppLink
                  href={paths.note(other._id)}
                  dir="auto"
                  className="font-serif text-text leading-snug break-words text-fg no-underline decoration-accent underline-offset-4 hover:underline"
                >
                  {other.title}
                </AppLink>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}

type NeighbourProps = { note: NoteCardData; rel: 'prev' | 'next'; className?: string; children: ReactNode }

function Neighbour({ note, rel, className = '', children }: NeighbourProps) {
  return (
    <AppLink href={paths.note(note._id)} rel={rel} className="group inline-block max-w-full py-2 text-fg no-underline">
      <span className={`flex items-center gap-2 text-sm text-muted ${className}`}>{children}</span>
      <span
        dir="auto"
        className="mt-1 block font-serif text-h3 leading-snug break-words decoration-accent decoration-1 underline-offset-4 group-hover:underline"
      >
        {note.title}
      </span>
    </AppLink>
  )
}
