import { ContactList } from '@/components/contact/contact-list'
import { DrawnMark } from '@/components/home/drawn-mark'
import { PrintersMark } from '@/components/shell/printers-mark'
import { ButtonLink } from '@/components/ui/button'
import { srcSetOf } from '@/lib/media/variants'
import { paths } from '@/lib/routes/paths'
import { contactLinks } from '@/lib/site-settings/contact'
import type { Settings } from '@/lib/site-settings/schema'
import { VIEW_PROJECTS } from '@/lib/texts/constants'
import { NAV_ABOUT, NAV_BLOG } from '@/lib/texts/frame-constants'

type HeroProps = Pick<
  Settings,
  'ownerName' | 'titleLine' | 'bio' | 'codeUrl' | 'networkUrl' | 'profileLinks' | 'contactEmail' | 'avatar' | 'hero'
>

export function Hero({ ownerName, titleLine, bio, avatar, hero, ...contact }: HeroProps) {
  return (
    <section aria-labelledby="hero-name" className="container-page">
      {/* Measured by the window's height too, so that a laptop shows where the projects begin. */}
      <div className="flex flex-col-reverse items-start justify-between gap-x-16 gap-y-6 pt-[clamp(2.5rem,9vh,7.5rem)] pb-[clamp(2.5rem,9vh,7.5rem)] md:flex-row md:items-center">
        <div className="min-w-0 wrap-anywhere">
          <h1 id="hero-name" dir="auto" className="text-display">
            {ownerName}
          </h1>
          <p dir="auto" className="mt-3 text-base font-medium text-accent">
            {titleLine}
          </p>
          {bio && (
            <p dir="auto" className="mt-5 max-w-[34em] font-serif text-lead text-pretty whitespace-pre-line">
              {bio}
            </p>
          )}
          <div className="screen-only mt-9 flex flex-wrap items-center gap-3">
            <ButtonLink href={paths.posts()} look="solid">
              {VIEW_PROJECTS}
            </ButtonLink>
            <ButtonLink href={paths.about}>{NAV_ABOUT}</ButtonLink>
            <ButtonLink href={paths.notes()}>{NAV_BLOG}</ButtonLink>
            <ContactList links={contactLinks(contact)} className="max-sm:-ms-2.5 sm:ms-2" />
          </div>
        </div>
        {avatar && hero === 'portrait' ? (
          // biome-ignore lint/performance/noImgElement: variants are generated at upload
          <img
            src={avatar.url}
            srcSet={srcSetOf(avatar)}
            sizes="(min-width: 768px) clamp(11rem, 24vw, 19rem), 5rem"
            alt={avatar.alt || ownerName}
            width={avatar.width}
            height={avatar.height}
            className="aspect-4/5 w-20 shrink-0 rounded-plate border border-line object-cover md:w-[clamp(11rem,24vw,19rem)]"
          />
        ) : (
          <>
            <PrintersMark
              name={ownerName}
              className="drawn-once w-16 shrink-0 text-accent md:w-[clamp(9rem,17vw,13.5rem)]"
            />
            <DrawnMark />
          </>
        )}
      </div>
    </section>
  )
}
