import { ContactList } from '@/components/contact/contact-list'
import { HiringLine } from '@/components/contact/hiring-line'
import { DrawnMark } from '@/components/home/drawn-mark'
import { PrintersMark } from '@/components/shell/printers-mark'
import { ButtonLink } from '@/components/ui/button'
import { sourcesOf } from '@/lib/media/variants'
import { paths } from '@/lib/routes/paths'
import { contactLinks } from '@/lib/site-settings/contact'
import type { Settings } from '@/lib/site-settings/schema'
import { NAV_ABOUT, NAV_BLOG } from '@/lib/texts/frame-constants'

type HeroProps = Pick<
  Settings,
  | ('ownerName' | 'titleLine' | 'bio' | 'place' | 'freeFrom' | 'cvUrl')
  | ('codeUrl' | 'networkUrl' | 'profileLinks' | 'contactEmail' | 'avatar' | 'hero')
>

export function Hero({ ownerName, titleLine, bio, place, freeFrom, cvUrl, avatar, hero, ...contact }: HeroProps) {
  const portrait = hero === 'portrait' ? avatar : null
  return (
    <section aria-labelledby="hero-name" className="h-card container-page">
      <data className="u-url u-uid" value={paths.home} />
      {/*
       * Measured by the window's height too, so that a laptop shows where the projects begin. The picture's place is
       * kept: it comes after the text, and the text would move when it arrives.
       */}
      <div
        className={`grid gap-x-16 gap-y-6 pt-[clamp(2.5rem,9vh,7.5rem)] pb-[clamp(2.5rem,9vh,7.5rem)] md:grid-rows-1 md:items-center ${
          portrait
            ? 'grid-rows-[6.25rem_auto] md:grid-cols-[minmax(0,1fr)_clamp(11rem,24vw,19rem)]'
            : 'grid-rows-[5.36rem_auto] md:grid-cols-[minmax(0,1fr)_clamp(9rem,17vw,13.5rem)]'
        }`}
      >
        <div className="row-start-2 min-w-0 wrap-anywhere md:row-start-1">
          <h1 id="hero-name" dir="auto" className="p-name text-display">
            {ownerName}
          </h1>
          <p dir="auto" className="p-job-title mt-3 text-base font-medium text-accent">
            {titleLine}
          </p>
          {bio && (
            <p dir="auto" className="p-note mt-5 max-w-[34em] font-serif text-lead text-pretty whitespace-pre-line">
              {bio}
            </p>
          )}
          <HiringLine place={place} freeFrom={freeFrom} cvUrl={cvUrl} className="mt-4" />
          <div className="screen-only mt-9 flex flex-wrap items-center gap-3">
            <ButtonLink href={paths.posts()} variant="solid">
              View Projects
            </ButtonLink>
            <ButtonLink href={paths.about}>{NAV_ABOUT}</ButtonLink>
            <ButtonLink href={paths.notes()}>{NAV_BLOG}</ButtonLink>
            <ContactList links={contactLinks(contact)} className="max-sm:-ms-2.5 sm:ms-2" />
          </div>
        </div>
        {portrait ? (
          // biome-ignore lint/performance/noImgElement: variants are generated at upload
          <img
            src={portrait.url}
            {...sourcesOf(portrait, '(min-width: 900px) clamp(11rem, 24vw, 19rem), 5rem')}
            alt={portrait.alt || ownerName}
            width={portrait.width}
            height={portrait.height}
            className="u-photo row-start-1 aspect-4/5 w-20 rounded-plate border border-line object-cover md:w-full"
          />
        ) : (
          <>
            <PrintersMark name={ownerName} className="drawn-once row-start-1 w-16 text-accent md:w-full" />
            <DrawnMark />
          </>
        )}
      </div>
    </section>
  )
}
