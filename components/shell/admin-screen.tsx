import type { ReactNode } from 'react'
import { AppLink } from '@/components/ui/app-link'
import { ADMIN_TABS } from '@/lib/access/admin-screens'

type AdminScreenProps = {
  current: (typeof ADMIN_TABS)[number]['path']
  /** Of a part of the screen; otherwise as its tab. */
  title?: string
  /** Actions at the end of the title's line. */
  action?: ReactNode
  children: ReactNode
}

/** The layout of the admin's screens: title and navigation between them. */
export function AdminScreen({ current, title, action, children }: AdminScreenProps) {
  const label = ADMIN_TABS.find(({ path }) => path === current)?.label
  return (
    <div className="container-page pb-section">
      <nav aria-label="Administration" className="screen-only pt-3 sm:pt-6">
        {/* One row on a phone: it begins at the screen one is on. */}
        <ul className="flex gap-x-4 overflow-x-auto border-b border-line [scrollbar-width:none] sm:flex-wrap sm:gap-x-6">
          {ADMIN_TABS.map(({ path, label }) => (
            <li key={path} className={path === current ? '[scroll-initial-target:nearest]' : undefined}>
              <AppLink
                href={path}
                aria-current={path === current ? 'page' : undefined}
                className="-mb-px inline-flex min-h-11 items-center whitespace-nowrap border-b-2 border-transparent text-sm text-muted no-underline hover:text-fg aria-[current=page]:border-accent aria-[current=page]:text-fg forced-colors:not-aria-[current=page]:border-b-0"
              >
                {label}
              </AppLink>
            </li>
          ))}
        </ul>
      </nav>
      <header className="flex flex-wrap items-center justify-between gap-x-8 gap-y-4 py-4 sm:py-8">
        <h1 className="text-h2">{title ?? label}</h1>
        {action && <div className="screen-only">{action}</div>}
      </header>
      {children}
    </div>
  )
}
