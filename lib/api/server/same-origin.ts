import { AppError } from '@/lib/http/errors'
import { env } from '@/lib/platform/server/env'

/**
 * Refuses a write sent by another site's page. Browsers always send these headers; a client without them is not a
 * browser and sends no cookie without meaning to.
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
 * Whether the origin is SITE_URL, or the request's own host with the same scheme: for an https site, an http page on
 * its host name may come from an attacker on the network. On loopback there is no network and no certificate, so http
 * counts.
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
