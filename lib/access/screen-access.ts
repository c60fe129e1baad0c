/** Who may open a screen, by its path alone. Pure: the middleware asks it, tests read it. */
export type ScreenAccess = 'anyone' | 'member' | 'admin'

const ADMIN = [
  /^\/new$/,
  /^\/new-note$/,
  /^\/post\/update\/[^/]+$/,
  /^\/note\/update\/[^/]+$/,
  /^\/adminpanel$/,
  /^\/adminpanel-notes$/,
  /^\/adminpanel-members$/,
  /^\/audit$/,
  /^\/settings$/,
]
const MEMBER = [/^\/user\/update$/]

/** The access rule of a path, with or without a trailing slash. */
export function accessOf(pathname: string): ScreenAccess {
  const path = pathname.replace(/(?<=.)\/+$/, '')
  if (ADMIN.some((pattern) => pattern.test(path))) return 'admin'
  if (MEMBER.some((pattern) => pattern.test(path))) return 'member'
  return 'anyone'
}

/** Whether a session's own word lets it through; the page asks the database again. */
export function canOpen(gate: ScreenAccess, token: Record<string, unknown> | null): boolean {
  if (gate === 'anyone') return true
  return gate === 'admin' ? token?.isAdmin === true : token !== null
}
