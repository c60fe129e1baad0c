import { type ListedNote, NoteCard } from '@/components/note/note-card'
import { PostCard } from '@/components/post/post-card'
import { PathHeading } from '@/components/shell/path-heading'
import { usesInWords, workInWords } from '@/components/technology/uses-in-words'
import { SectionHeading } from '@/components/ui/section-heading'
import { year } from '@/lib/platform/format'
import type { ShownPost } from '@/lib/post/schema'
import { paths } from '@/lib/routes/paths'
import { seoPaths } from '@/lib/seo/paths'
import type { Technology } from '@/lib/technology/schema'
import { NAV_BLOG, NAV_PROJECTS, TECHNOLOGIES } from '@/lib/texts/frame-constants'

type TechnologyPageProps = {
  technology: Technology
  /** The newest of each. */
  posts: ShownPost[]
  notes: ListedNote[]
  ownerName: string
  timeZone: string
}

/** A technology: what the owner says of it, since when it is used, what is made with it, and its feeds. */
export function TechnologyPage({ technology, posts, notes, ownerName, timeZone }: TechnologyPageProps) {
  const { slug, name, text, first } = technology
  const feeds = seoPaths.technologyFeeds(slug)
  return (
    <div className="container-page pb-section">
      <PathHeading
        title={name}
        subtitle={`${usesInWords(technology)}, since ${year(first.toISOString(), timeZone)}${workInWords(technology, ', ')}`}
        ownerName={ownerName}
        list={{ name: TECHNOLOGIES, href: paths.technologies }}
      />
      {text && (
        <p dir="auto" className="mb-10 max-w-prose font-serif text-lead whitespace-pre-line wrap-anywhere">
          {text}
        </p>
      )}
      {posts.length > 0 && (
        <section aria-labelledby="projects" className="mb-section">
          <SectionHeading id="projects">{NAV_PROJECTS}</SectionHeading>
          <ul className="grid gap-x-10 gap-y-14 sm:grid-cols-2">
            {posts.map((post, index) => (
              <li key={post._id} className="min-w-0">
                <PostCard post={post} timeZone={timeZone} keyword={name} first={index === 0} />
              </li>
            ))}
          </ul>
        </section>
      )}
      {notes.length > 0 && (
        <section aria-labelledby="notes" className="mb-section">
          <SectionHeading id="notes">{NAV_BLOG}</SectionHeading>
          <ul className="grid gap-x-14 gap-y-10 sm:grid-cols-2">
            {notes.map((note) => (
              <li key={note._id} className="min-w-0">
                <NoteCard note={note} timeZone={timeZone} keyword={name} />
              </li>
            ))}
          </ul>
        </section>
      )}
      <p className="flex flex-wrap items-center gap-x-4 border-t border-line pt-4 text-sm text-muted">
        <span>Feeds:</span>
        {(
          [
            ['RSS', feeds.rss],
            ['Atom', feeds.atom],
            ['JSON Feed', feeds.json],
          ] as const
        ).map(([format, href]) => (
          <a key={format} href={href} className="link inline-flex min-h-11 items-center">
            {format}
          </a>
        ))}
      </p>
    </div>
  )
}
