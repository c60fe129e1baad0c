import { ContactList } from '@/components/contact/contact-list'
import { CurrentYear } from '@/components/shell/current-year'
import { FindForm } from '@/components/shell/find-form'
import { FOOTER_ID } from '@/components/shell/footer-id'
import { PaletteButton } from '@/components/shell/palette-button'
import { SmallMark } from '@/components/shell/printers-mark'
import { ThemeButton } from '@/components/shell/theme-button'
import { AppLink } from '@/components/ui/app-link'
import { paths } from '@/lib/routes/paths'
import { contactLinks, profileLinks } from '@/lib/site-settings/contact'
import type { Settings } from '@/lib/site-settings/schema'
import { NAV_ABOUT, NAV_BLOG, NAV_PROJECTS, SIGN_IN, SUBSCRIBE, TECHNOLOGIES } from '@/lib/texts/frame-constants'

export type FooterOwner = Pick<
  Settings,
  'ownerName' | 'codeUrl' | 'networkUrl' | 'profileLinks' | 'contactEmail' | 'colophon' | 'scheme'
>

type FooterProps = {
  owner: FooterOwner
  hasSignIn: boolean
  /** The owner's own pages, in his order. */
  pages: Array<{ title: string; path: string }>
}

const LINK = 'inline-flex min-h-11 items-center text-muted no-underline hover:text-fg hover:underline'

/**
 * The copyright line with the owner's name and the year, linking to the code-hosting profile (specification, section 2),
 * and the ways on, as the top bar has only Home on wide screens.
 */
export function Footer({ owner, hasSignIn, pages }: FooterProps) {
  return (
    <footer id={FOOTER_ID} className="border-t border-line text-sm text-muted">
      <div className="container-page py-5">
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1">
          <p className="flex min-h-11 min-w-0 items-center gap-3 wrap-anywhere">
            <SmallMark className="h-5 shrink-0 text-accent" />
            <Copyright {...owner} />
          </p>
          <PaletteButton />
          <ThemeButton siteScheme={owner.scheme} />
        </div>
        <nav aria-label="Footer" className="screen-only">
          <ul className="flex flex-wrap gap-x-5">
            <li>
              <AppLink href={paths.posts()} className={LINK}>
                {NAV_PROJECTS}
              </AppLink>
            </li>
            <li>
              <AppLink href={paths.notes()} className={LINK}>
                {NAV_BLOG}
              </AppLink>
            </li>
            <li>
              <AppLink href={paths.technologies} className={LINK}>
                {TECHNOLOGIES}
              </AppLink>
            </li>
            <li>
              <AppLink href={paths.about} className={LINK}>
                {NAV_ABOUT}
              </AppLink>
            </li>
            <li>
              <AppLink href={paths.subscribe} className={LINK}>
                {SUBSCRIBE}
              </AppLink>
            </li>
            {pages.map(({ title, path }) => (
              <li key={path} className="min-w-0">
                <AppLink href={path} dir="auto" className={`${LINK} wrap-anywhere`}>
                  {title}
                </AppLink>
              </li>
            ))}
            {hasSignIn && (
              <li className="only-signed-out">
                <AppLink href={paths.signIn()} rel="nofollow" className={LINK}>
                  {SIGN_IN}
                </AppLink>
              </li>
            )}
            <li className="ms-auto">
              <a href="#content" className={LINK}>
                Back to top
              </a>
            </li>
          </ul>
        </nav>
        <div className="mt-2 mb-4 max-w-[26rem]">
          <FindForm id="find-footer" />
        </div>
        <ContactList links={contactLinks(owner)} named />
        {owner.colophon && (
          <p dir="auto" className="mt-3 max-w-prose pb-3 font-serif wrap-anywhere whitespace-pre-line italic">
            {owner.colophon}
          </p>
        )}
      </div>
    </footer>
  )
}

function Copyright({ ownerName, ...owner }: Omit<FooterOwner, 'scheme'>) {
  const { codeUrl } = owner
  const line = (
    <>
      © <CurrentYear rendered={new Date().getFullYear()} /> {ownerName}
    </>
  )
  if (codeUrl === '') return <span>{line}</span>
  return (
    <a
      href={codeUrl}
      rel="me noopener"
      title={profileLinks(owner)[0]?.name}
      className="inline-block py-2 text-muted no-underline hover:text-fg hover:underline"
    >
      {line}
    </a>
  )
}
