import type { ReactNode } from 'react'
import { ContactList } from '@/components/contact/contact-list'
import { HiringLine } from '@/components/contact/hiring-line'
import { GoBack } from '@/components/shell/go-back'
import { paths } from '@/lib/routes/paths'
import type { ContactLink } from '@/lib/site-settings/contact'
import type { Settings } from '@/lib/site-settings/schema'
import { NOTHING_YET } from '@/lib/texts/constants'

type AboutPageProps = {
  name: string
  links: ContactLink[]
  hiring: Pick<Settings, 'place' | 'freeFrom' | 'cvUrl'>
  children: ReactNode
}

/** The about page, dark in both schemes: the owner's text, and the ways to reach the owner. */
export function AboutPage({ name, links, hiring, children }: AboutPageProps) {
  return (
    <div data-scheme="dark" className="flex-1 bg-paper">
      <article className="container-page pt-8 pb-section">
        <GoBack href={paths.home} />
        <div className="mt-6 max-w-prose md:mt-10">
          <h1 dir="auto" className="text-h1">
            {name}
          </h1>
          <HiringLine {...hiring} className="mt-4" />
          <div className="mt-10">
            {children || <p className="font-serif text-text text-muted italic">{NOTHING_YET}</p>}
          </div>
          {links.length > 0 && (
            <div className="mt-12 border-t border-line pt-4">
              <ContactList links={links} named />
            </div>
          )}
        </div>
      </article>
    </div>
  )
}
