import { PathHeading } from '@/components/shell/path-heading'
import { usesInWords, workInWords, yearsInWords } from '@/components/technology/uses-in-words'
import { AppLink } from '@/components/ui/app-link'
import { paths } from '@/lib/routes/paths'
import type { Technology } from '@/lib/technology/schema'
import { TECHNOLOGIES_LEAD } from '@/lib/texts/constants'
import { TECHNOLOGIES } from '@/lib/texts/frame-constants'

type TechnologyListProps = { ownerName: string; timeZone: string; technologies: Technology[] }

/** All technologies, most used first: what is made with each, and when. */
export function TechnologyList({ ownerName, timeZone, technologies }: TechnologyListProps) {
  return (
    <div className="container-page pb-section">
      <PathHeading title={TECHNOLOGIES} subtitle={TECHNOLOGIES_LEAD} ownerName={ownerName} />
      {technologies.length === 0 ? (
        <p className="border-t border-line py-16 text-center font-serif text-lead text-muted italic">
          No technologies yet.
        </p>
      ) : (
        <ul className="grid gap-x-10 gap-y-6 border-t border-line pt-8 sm:grid-cols-2 lg:grid-cols-3">
          {technologies.map((technology) => (
            <li key={technology.slug} className="min-w-0">
              {/* The whole says where it leads: "Go" alone does not. */}
              <AppLink
                href={paths.technology(technology.slug)}
                className="group block py-1 text-fg no-underline tabular-nums wrap-anywhere"
              >
                <span
                  dir="auto"
                  className="font-serif text-h3 decoration-accent decoration-1 underline-offset-4 group-hover:underline"
                >
                  {technology.name}
                </span>{' '}
                <span className="block text-sm text-muted">
                  {usesInWords(technology)} · {yearsInWords(technology, timeZone)}
                  {workInWords(technology, ' · ')}
                </span>
              </AppLink>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
