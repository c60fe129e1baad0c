import { ADMIN_SCREENS } from '@/lib/access/admin-screens'
import { paths } from '@/lib/routes/paths'
import { seoPaths } from '@/lib/seo/paths'
import { absolute } from '@/lib/seo/server/site'

/**
 * What robots need not fetch: the API and the admin screens, which refuse them. Searches, sign-in and sign-up carry
 * `noindex`, which a robot has to fetch to see.
 */
export function robotsText(): string {
  const closed = [
    '/api/',
    // Other words begin with /new, too.
    ...Object.values(ADMIN_SCREENS).map(({ path }) => (path === paths.newPost ? `${path}$` : path.replace(':id', ''))),
  ]
  return [
    'User-agent: *',
    ...closed.map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${absolute(seoPaths.sitemap)}`,
    '',
  ].join('\n')
}
