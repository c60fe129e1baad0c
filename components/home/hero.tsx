import type { ReactNode } from 'react'
import { PrintersMark } from '@/components/shell/printers-mark'
import { ButtonLink } from '@/components/ui/button'
import { CodeIcon, NetworkIcon } from '@/components/ui/icons'
import { srcSetOf } from '@/lib/media/variants'
import { profileSiteName } from '@/lib/platform/format'
import { paths } from '@/lib/routes/paths'
import type { Settings } from '@/lib/site-settings/schema'
import { NAV_ABOUT, NAV_BLOG, VIEW_PROJECTS } from '@/lib/texts/constants'

type HeroProps = Pick<Settings, 'ownerName' | 'titleLine' | 'bio' | 'codeUrl' | 'networkUrl' | 'avatar'>

const ICON_LINK =
  'inline-flex size-11 items-center justify-center rounded-plate text-muted transition-colors hover:text-accent'

export function Hero({ ownerName, titleLine, bio, codeUrl, networkUrl, avatar }: HeroProps) {
  return (
    <section aria-labelledby="hero-name" className="container-page">
      <div className="flex items-center justify-between gap-16 pt-[clamp(3.5rem,9vw,7.5rem)] pb-section">
        <div className="min-w-0">
          <h1 id="hero-name" dir="auto" className="text-display break-words">
            {ownerName}
          </h1>
          <p dir="auto" className="mt-6 text-base font-medium text-accent">
            {titleLine}
          </p>
          {bio && (
            <p dir="auto" className="mt-5 max-w-[34em] font-serif text-lead text-pretty">
              {bio}
            </p>
          )}
          <div className="mt-9 flex flex-wrap items-center gap-3">
            <ButtonLink href={paths.posts()} look="solid">
              {VIEW_PROJECTS}
            </ButtonLink>
            <ButtonLink href={paths.about}>{NAV_ABOUT}</ButtonLink>
            <ButtonLink href={paths.notes()}>{NAV_BLOG}</ButtonLink>
            <span className="flex sm:ms-2">
              {codeUrl && (
                <IconLink href={codeUrl} name={profileSiteName(codeUrl, 'Code hosting')}>
                  <CodeIcon className="size-6" />
                </IconLink>
              )}
              {networkUrl && (
                <IconLink href={networkUrl} name={profileSiteName(networkUrl, 'Professional network')}>
                  <NetworkIcon className="size-6" />
                </IconLink>
              )}
            </span>
          </div>
        </div>
        {avatar ? (
          // biome-ignore lint/performance/noImgElement: variants are generated at upload
          <img
            src={avatar.url}
            srcSet={srcSetOf(avatar)}
            sizes="clamp(11rem, 24vw, 19rem)"
            // Not rendered on small screens, and then not fetched either.
            loading="lazy"
            alt={avatar.alt || ownerName}
            width={avatar.width}
            height={avatar.height}
            className="hidden aspect-4/5 w-[clamp(11rem,24vw,19rem)] shrink-0 rounded-plate border border-line object-cover md:block"
          />
        ) : (
          <PrintersMark
            name={ownerName}
            className="hidden w-[clamp(9rem,17vw,13.5rem)] shrink-0 text-accent md:block"
          />
        )}
      </div>
    </section>
  )
}

function IconLink({ href, name, children }: { href: string; name: string; children: ReactNode }) {
  return (
    <a href={href} rel="me noopener" aria-label={name} title={name} className={ICON_LINK}>
      {children}
    </a>
  )
}
