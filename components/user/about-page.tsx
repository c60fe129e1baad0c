import type { ReactNode } from 'react'
import { GoBack } from '@/components/shell/go-back'
import { paths } from '@/lib/routes/paths'
import { NOTHING_YET } from '@/lib/texts/constants'

/** The about page, dark in both schemes, with only the owner's text. */
export function AboutPage({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div data-scheme="dark" className="flex-1 bg-paper">
      <article className="container-page pt-8 pb-section">
        <GoBack href={paths.home} />
        <div className="mx-auto mt-6 max-w-prose md:mt-10">
          <h1 dir="auto" className="text-h1 break-words">
            {name}
          </h1>
          <div className="mt-10">
            {children || <p className="font-serif text-text text-muted italic">{NOTHING_YET}</p>}
          </div>
        </div>
      </article>
    </div>
  )
}
