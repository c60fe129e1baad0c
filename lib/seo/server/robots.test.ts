import { beforeEach, expect, it, vi } from 'vitest'
import { ADMIN_SCREENS } from '@/lib/access/admin-screens'
import { paths } from '@/lib/routes/paths'
import { robotsText } from '@/lib/seo/server/robots'

beforeEach(() => {
  vi.stubEnv('SITE_URL', 'https://site.example')
})

/** Whether a robot may fetch `path` (RFC 9309): a rule closes what begins with it, one with `$` only itself. */
function isOpen(path: string): boolean {
  const rules = [...robotsText().matchAll(/^Disallow: (.+)$/gm)].map(([, rule]) => rule as string)
  return !rules.some((rule) => (rule.endsWith('$') ? path === rule.slice(0, -1) : path.startsWith(rule)))
}

const SCREENS = Object.values(ADMIN_SCREENS).map(({ path }) => path.replace(':id', '1'))

it.each([...SCREENS, '/api/health', '/api/post/1'])('closes %s to robots', (path) => {
  expect(isOpen(path)).toBe(false)
})

it.each([
  ...[paths.home, paths.about, paths.posts(2), paths.notes(2), paths.post('1'), paths.note('1'), paths.profile('1')],
  ...[paths.searchPosts('new'), paths.signIn(), paths.signUp, '/news'],
])('leaves %s open', (path) => {
  expect(isOpen(path)).toBe(true)
})
