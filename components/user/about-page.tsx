import type { ReactNode } from 'react'
import { ContactList } from '@/components/contact/contact-list'
import { HiringLine } from '@/components/contact/hiring-line'
import { GoBack } from '@/components/shell/go-back'
import { sourcesOf } from '@/lib/media/variants'
import { paths } from '@/lib/routes/paths'
import type { ContactLink } from '@/lib/site-settings/contact'
import type { Settings } from '@/lib/site-settings/schema'
import { NOTHING_YET } from '@/lib/texts/constants'
import { NAV_ABOUT } from '@/lib/texts/frame-constants'

type AboutPageProps = {
  name: string
  links: ContactLink[]
  hiring: Pick<Settings, 'place' | 'freeFrom' | 'cvUrl'>
  portrait: Settings['avatar']
  children: ReactNode
}

/** The about page, dark in both schemes: the owner's text, and beside it the face and the ways to reach the owner. */
export function AboutPage({ name, links, hiring, portrait, children }: AboutPageProps) {
  return (
    <div data-scheme="dark" className="flex-1 bg-paper">
      <article className="container-page pt-8 pb-section">
        <GoBack href={paths.home} />
        <header className="mt-6 md:mt-10">
          <p className="mb-2 text-sm text-muted">{NAV_ABOUT}</p>
          <h1 dir="auto" className="text-h1">
            {name}
          </h1>
          <HiringLine {...hiring} className="mt-4" />
        </header>
        <div className="mt-10 grid gap-x-16 gap-y-12 lg:grid-cols-[minmax(0,1fr)_18rem]">
          <div className="max-w-[min(58ch,42rem)] min-w-0">
            {children || <p className="font-serif text-text text-muted italic">{NOTHING_YET}</p>}
          </div>
          {(portrait || links.length > 0) && (
            <aside aria-label="How to reach me" className="lg:sticky lg:top-8 lg:self-start">
              {portrait && (
                // biome-ignore lint/performance/noImgElement: variants are generated at upload
                <img
                  src={portrait.url}
                  {...sourcesOf(portrait, '18rem')}
                  alt={portrait.alt}
                  width={portrait.width}
                  height={portrait.height}
                  className="mb-6 aspect-4/5 w-full rounded-plate border border-line object-cover max-lg:hidden"
                />
              )}
              {links.length > 0 && (
                <div className="border-t border-line pt-4">
                  <ContactList links={links} named spelled className="lg:flex-col" />
                </div>
              )}
            </aside>
          )}
        </div>
      </article>
    </div>
  )
}
