import { ADMIN_SCREENS } from '@/lib/access/admin-screens'
import { trimEnd } from '@/lib/platform/trim-end'

/** Who may open a screen, by its path alone. Pure: the middleware asks it, tests read it. */
export type ScreenAccess = 'anyone' | 'member' | 'admin'

const PATTERNS = Object.values(ADMIN_SCREENS).map(({ path, access }) => ({
  pattern: new RegExp(`^${path.replace(':id', '[^/]+')}$`),
  access,
}))

/** The access rule of a path, with or without a trailing slash. */
export function accessOf(pathname: string): ScreenAccess {
  const path = trimEnd(pathname, (character) => character === '/') || '/'
  return PATTERNS.find(({ pattern }) => pattern.test(path))?.access ?? 'anyone'
}

/** Whether a session's own word lets it through; the page asks the database again. */
export function canOpen(gate: ScreenAccess, token: Record<string, unknown> | null): boolean {
  if (gate === 'anyone') return true
  return gate === 'admin' ? token?.isAdmin === true : token !== null
}
