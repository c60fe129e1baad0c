import type { ReactNode } from 'react'
import { Byline } from '@/components/contact/byline'
import { ChangesBadge } from '@/components/content/changes-badge'
import { NeighbourLink } from '@/components/content/neighbour-link'
import { TechChipLinks } from '@/components/content/tech-chips'
import { TitlesSection } from '@/components/content/titles-section'
import type { NoteCardData } from '@/components/note/note-card'
import { ContentsBeside } from '@/components/rich-text/contents-beside'
import { type Author, AuthorLine } from '@/components/shell/author-line'
import { CopyLink } from '@/components/shell/copy-link'
import { GoBack } from '@/components/shell/go-back'
import { PagePath } from '@/components/shell/page-path'
import { AppLink } from '@/components/ui/app-link'
import { buttonClass } from '@/components/ui/button'
import { Icon } from '@/components/ui/icon'
import { shortDate } from '@/lib/platform/format'
import type { TocEntry } from '@/lib/rich-text/safe-html'
import { paths } from '@/lib/routes/paths'
import { canonicalPath } from '@/lib/routes/public-paths'
import type { TechLink } from '@/lib/technology/schema'
import { partOf, postedOn, RELATED } from '@/lib/texts/constants'
import { NAV_BLOG } from '@/lib/texts/frame-constants'

type NoteDetailProps = {
  note: NoteCardData & { slug: string; updatedAt: string }
  /** The description, rendered by the one component that may. */
  text: ReactNode
  toc: TocEntry[]
  minutes: number
  technologies: TechLink[]
  timeZone: string
  previous: NoteCardData | null
  next: NoteCardData | null
  related: NoteCardData[]
  series: { name: string; parts: NoteCardData[]; at: number } | null
  author: Author
}

/** Minimum number of headings for a table of contents. */
const TOC_MIN_ENTRIES = 2

export function NoteDetail({
  note,
  text,
  toc,
  minutes,
  technologies,
  timeZone,
  previous,
  next,
  related,
  series,
  author,
}: NoteDetailProps) {
  const posted = shortDate(note.createdAt, timeZone)
  const updated = shortDate(note.updatedAt, timeZone)
  return (
    <div className="container-page pt-8 pb-section">
      <article className="h-entry">
        <data className="u-url" value={canonicalPath('note', note)} />
        <div className="screen-only flex min-h-11 flex-wrap items-center justify-between gap-x-4">
          <GoBack href={paths.notes()} />
          <PagePath ownerName={author.ownerName} list={{ name: NAV_BLOG, href: paths.notes() }} />
          <span className="only-admin flex items-center gap-x-4">
            <ChangesBadge id={note._id} />
            <AppLink
              href={paths.updateNote(note._id)}
              aria-label="Update note"
              title="Update note"
              className={buttonClass('outline', 'size-11 px-0')}
            >
              <Icon name="edit" className="size-5" />
            </AppLink>
          </span>
        </div>
        <header className="mt-6 max-w-[52rem] md:mt-10 print:mt-0">
          {series && (
            <p dir="auto" className="mb-3 text-sm">
              <a href="#series" className="link py-1">
                {partOf(series.at + 1, series.parts.length, series.name)}
              </a>
            </p>
          )}
          <h1 dir="auto" className="p-name text-h1">
            {note.title}
          </h1>
          {note.about && (
            <p dir="auto" className="p-summary mt-5 max-w-[34em] font-serif text-lead text-muted italic">
              {note.about}
            </p>
          )}
          <div className="mt-6 flex flex-wrap items-center gap-x-5 gap-y-3 text-sm text-muted tabular-nums">
            <Byline {...author} />
            <p>
              <time className="dt-published" dateTime={note.createdAt}>
                {postedOn(posted)}
              </time>
            </p>
            {updated > posted && (
              <p>
                <time className="dt-updated" dateTime={note.updatedAt}>
                  {`Updated: ${updated}`}
                </time>
              </p>
            )}
            <p>{`${minutes} min read`}</p>
            <CopyLink variant="quiet" />
          </div>
          <div className="mt-4 empty:hidden">
            <TechChipLinks technologies={technologies} />
          </div>
        </header>
        <ContentsBeside
          id={note._id}
          toc={toc}
          minEntries={TOC_MIN_ENTRIES}
          className="mt-10 border-t border-line pt-10"
        >
          <div className="e-content">{text}</div>
          <AuthorLine {...author} replyTo={note.title} />
        </ContentsBeside>
      </article>
      {series && <TitlesSection id="series" heading={series.name} entries={series.parts} at={series.at} />}
      {(previous || next) && (
        <nav
          aria-label="Other notes"
          className="screen-only mt-section grid gap-8 border-t border-fg pt-6 sm:grid-cols-2"
        >
          <div>
            {previous && (
              <NeighbourLink href={previous.path} rel="prev" title={previous.title}>
                <Icon name="arrowLeft" className="size-[1.1em] rtl:-scale-x-100" />
                Previous
              </NeighbourLink>
            )}
          </div>
          <div className="sm:text-end">
            {next && (
              <NeighbourLink href={next.path} rel="next" title={next.title} className="sm:justify-end">
                Next
                <Icon name="arrowRight" className="size-[1.1em] rtl:-scale-x-100" />
              </NeighbourLink>
            )}
          </div>
        </nav>
      )}
      <TitlesSection id="related" heading={RELATED} entries={related} />
    </div>
  )
}
