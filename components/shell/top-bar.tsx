import { LogoutButton } from '@/components/shell/logout-button'
import { NavLink } from '@/components/shell/nav-link'
import { SmallMark } from '@/components/shell/printers-mark'
import { SessionLink } from '@/components/shell/session-link'
import { authCalls } from '@/lib/auth/calls'
import { SESSION_LINK_SCRIPT } from '@/lib/platform/page-scripts'
import { paths } from '@/lib/routes/paths'
import { NAV_ABOUT, NAV_BLOG, NAV_HOME, NAV_PROJECTS } from '@/lib/texts/frame-constants'

const WORDS =
  'text-sm whitespace-nowrap text-muted no-underline ' +
  'hover:text-fg aria-[current]:text-fg aria-[current]:underline aria-[current]:decoration-accent ' +
  'aria-[current]:decoration-1 aria-[current]:underline-offset-8'
const ITEM = `inline-flex min-h-11 items-center gap-2.5 ${WORDS}`

/**
 * The black bar (specification, section 2). Signed out: Home, and on small screens also Projects, My Blog and About Me.
 * Signed in: Home, the user's name and Logout. Nothing else.
 */
export function TopBar() {
  return (
    <header data-scheme="dark" className="screen-only bg-black forced-colors:border-b">
      <nav
        aria-label="Main"
        className="container-page flex min-h-14 flex-wrap items-center justify-between gap-x-5 py-1.5"
      >
        <NavLink href={paths.home} className={`${ITEM} text-fg`}>
          <SmallMark className="h-5 text-accent" />
          {NAV_HOME}
        </NavLink>
        <div className="only-signed-out flex flex-wrap gap-x-5 md:hidden">
          <NavLink href={paths.posts()} className={ITEM}>
            {NAV_PROJECTS}
          </NavLink>
          <NavLink href={paths.notes()} className={ITEM}>
            {NAV_BLOG}
          </NavLink>
          <NavLink href={paths.about} className={ITEM}>
            {NAV_ABOUT}
          </NavLink>
        </div>
        <div className="only-signed-in flex min-w-0 items-center gap-2">
          <SessionLink className={`${WORDS} block max-w-[min(60vw,20rem)] truncate leading-[2.75rem]`} />
          <script>{SESSION_LINK_SCRIPT}</script>
          <LogoutButton action={authCalls.signOut.path} />
        </div>
      </nav>
    </header>
  )
}
