import { Fragment } from 'react'
import { AppLink } from '@/components/ui/app-link'
import { SectionHeading } from '@/components/ui/section-heading'
import { paths } from '@/lib/routes/paths'
import { competencyParts } from '@/lib/site-settings/competency-parts'
import type { Competency } from '@/lib/site-settings/schema'
import { SEARCH_HITS_MAX } from '@/lib/texts/constants'

type CompetenciesProps = {
  competencies: Competency[]
  /** How many projects there are, of the competencies and parts of them that have any. */
  hits: ReadonlyMap<string, number>
}

/** The owner's competencies, set like an index: one per line, in columns, with the number of projects where it has any. */
export function Competencies({ competencies, hits }: CompetenciesProps) {
  if (competencies.length === 0) return null
  return (
    <section aria-labelledby="competencies" className="container-page pb-section">
      <SectionHeading id="competencies">Competencies</SectionHeading>
      <div className="grid gap-x-8 gap-y-10 sm:grid-cols-[repeat(auto-fit,minmax(12rem,1fr))]">
        {competencies.map(({ title, items }) => (
          <div key={title} className="min-w-0 wrap-anywhere">
            <h3 className="mb-3 font-sans text-sm font-medium text-accent">{title}</h3>
            <ul className="font-serif text-h3">
              {items.map((item) => (
                <li key={item} className="py-1" dir="auto">
                  <Entry name={item} hits={hits} />
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
    </section>
  )
}

/** A competency that is a technology leads to its projects; of any other, each part that is one. */
function Entry({ name, hits }: { name: string; hits: CompetenciesProps['hits'] }) {
  if (hits.has(name)) return <Technology name={name} hits={hits.get(name) ?? 0} />
  return competencyParts(name).map(({ text, isName }, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a part may be there twice
    <Fragment key={index}>
      {isName && hits.has(text) ? <Technology name={text} hits={hits.get(text) ?? 0} /> : text}
    </Fragment>
  ))
}

/** The number is drawn by the style sheet: the entry's text remains its name. */
function Technology({ name, hits }: { name: string; hits: number }) {
  const count = hits > SEARCH_HITS_MAX ? `${SEARCH_HITS_MAX}+` : String(hits)
  return (
    <AppLink
      href={paths.searchPosts(name)}
      rel="nofollow"
      aria-label={`${name}: ${count} ${count === '1' ? 'project' : 'projects'}`}
      data-count={count}
      className="counted text-fg no-underline decoration-accent decoration-1 underline-offset-4 hover:underline"
    >
      {name}
    </AppLink>
  )
}
