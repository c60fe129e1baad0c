import { AppError } from '@/lib/http/errors'
import { env } from '@/lib/platform/server/env'

/**
 * Refuses a write that another site's page sent. A browser always says where it comes from; a client that says
 * nothing is not a browser, and carries no cookie by accident.
 * @throws AppError "forbidden"
 */
export function assertSameOrigin(request: Request): void {
  const site = request.headers.get('sec-fetch-site')
  if (site && site !== 'same-origin' && site !== 'none') throw refused()
  const origin = request.headers.get('origin')
  if (origin !== null && !isOwnOrigin(origin, request)) throw refused()
}

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/

/**
 * The public address, or the name the request was sent to under the same scheme: a page of http on the name of a site
 * of https is whoever sits on the line. On this machine there is no line, and no certificate either.
 */
function isOwnOrigin(origin: string, request: Request): boolean {
  const site = env().SITE_URL
  if (origin === site) return true
  const host = request.headers.get('host')
  if (!host) return false
  const schemes = [site ? new URL(site).protocol : '', LOOPBACK.test(host) ? 'http:' : '']
  return schemes.some((scheme) => scheme !== '' && origin === `${scheme}//${host}`)
}

const refused = () => new AppError('forbidden', 'This request came from another site and was refused.')
