import { Fragment } from 'react'
import { AppLink } from '@/components/ui/app-link'
import { SectionHeading } from '@/components/ui/section-heading'
import { type CompetencyHits, competencyParts } from '@/lib/site-settings/competency-parts'
import type { Competency } from '@/lib/site-settings/schema'
import { SEARCH_HITS_MAX } from '@/lib/texts/constants'

type CompetenciesProps = {
  competencies: Competency[]
  hits: CompetencyHits
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
  const whole = hits.get(name)
  if (whole) return <Technology name={name} {...whole} />
  return competencyParts(name).map(({ text, isName }, index) => {
    const part = isName ? hits.get(text) : undefined
    // biome-ignore lint/suspicious/noArrayIndexKey: a part may be there twice
    return <Fragment key={index}>{part ? <Technology name={text} {...part} /> : text}</Fragment>
  })
}

/** The number is drawn by the style sheet: the entry's text remains its name. */
function Technology({ name, path, hits }: { name: string; path: string; hits: number }) {
  const count = hits > SEARCH_HITS_MAX ? `${SEARCH_HITS_MAX}+` : String(hits)
  return (
    <AppLink
      href={path}
      rel="nofollow"
      aria-label={`${name}: ${count} ${count === '1' ? 'project' : 'projects'}`}
      data-count={count}
      className="counted text-fg no-underline decoration-accent decoration-1 underline-offset-4 hover:underline"
    >
      {name}
    </AppLink>
  )
}
