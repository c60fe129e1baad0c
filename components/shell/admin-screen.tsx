import type { ReactNode } from 'react'
import { AppLink } from '@/components/ui/app-link'
import { paths } from '@/lib/routes/paths'
import { ADMIN_PANEL, AUDIT_LOG, MEMBERS, NOTES_PANEL, SITE_SETTINGS } from '@/lib/texts/constants'

const SCREENS = [
  { href: paths.adminPosts, title: ADMIN_PANEL },
  { href: paths.adminNotes, title: NOTES_PANEL },
  { href: paths.settings, title: SITE_SETTINGS },
  { href: paths.adminMembers, title: MEMBERS },
  { href: paths.audit, title: AUDIT_LOG },
] as const

type AdminScreenProps = {
  /** Which of the admin's screens this is. */
  current: (typeof SCREENS)[number]['href']
  /** What can be begun from here, at the end of the title's line. */
  action?: ReactNode
  children: ReactNode
}

/** One of the screens from which the admin watches over the site, with the way to the others. */
export function AdminScreen({ current, action, children }: AdminScreenProps) {
  const title = SCREENS.find((screen) => screen.href === current)?.title
  return (
    <div className="container-page pb-section">
      <nav aria-label="Administration" className="screen-only pt-6">
        <ul className="flex flex-wrap gap-x-3 border-b border-line sm:gap-x-6">
          {SCREENS.map(({ href, title: text }) => (
            <li key={href}>
              <AppLink
                href={href}
                aria-current={href === current ? 'page' : undefined}
                className="-mb-px inline-flex min-h-11 items-center border-b-2 border-transparent text-sm text-muted no-underline transition-colors hover:text-fg aria-[current=page]:border-accent aria-[current=page]:text-fg"
              >
                {text}
              </AppLink>
            </li>
          ))}
        </ul>
      </nav>
      <header className="flex flex-wrap items-center justify-between gap-x-8 gap-y-4 py-8">
        <h1 className="text-h2">{title}</h1>
        {action}
      </header>
      {children}
    </div>
  )
}
