import { SectionHeading } from '@/components/ui/section-heading'
import type { Competency } from '@/lib/site-settings/schema'
import { COMPETENCIES } from '@/lib/texts/constants'

/** The owner's competencies, set like an index: one per line, in columns. */
export function Competencies({ competencies }: { competencies: Competency[] }) {
  if (competencies.length === 0) return null
  return (
    <section aria-labelledby="competencies" className="container-page pb-section">
      <SectionHeading id="competencies">{COMPETENCIES}</SectionHeading>
      <div className="grid gap-x-8 gap-y-10 sm:grid-cols-[repeat(auto-fit,minmax(14rem,1fr))]">
        {competencies.map(({ title, items }) => (
          <div key={title}>
            <h3 className="mb-3 font-sans text-sm font-medium text-accent">{title}</h3>
            <ul className="font-serif text-h3">
              {items.map((item) => (
                <li key={item} className="py-1" dir="auto">
                  {item}
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
    </section>
  )
}
