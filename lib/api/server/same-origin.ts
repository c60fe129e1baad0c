import { isLocalHost } from '@/lib/content/local-host'
import { AppError } from '@/lib/http/errors'
import { env } from '@/lib/platform/server/env'
import { log } from '@/lib/platform/server/log'

/**
 * Refuses a write sent by another site's page. Browsers always send these headers; a client without them is not a
 * browser and sends no cookie without meaning to.
 * @throws AppError "forbidden"
 */
export function assertSameOrigin(request: Request): void {
  const site = request.headers.get('sec-fetch-site')
  if (site && site !== 'same-origin' && site !== 'none') throw refused()
  const origin = request.headers.get('origin')
  if (origin === null || isOwnOrigin(origin, request)) return
  // No page of another site can make its browser say so, or has our host: it is we who do not know our address.
  const isOurs = site === 'same-origin' || origin === `https://${request.headers.get('host')}`
  if (isOurs) warnOfAddress(origin)
  throw refused()
}

let hasWarned = false

/** Says once why every form is refused, to whoever reads the log. */
function warnOfAddress(origin: string): void {
  if (hasWarned) return
  hasWarned = true
  log('warn', 'browsers reach this site at another address than SITE_URL: what they send is refused until it is set', {
    setting: `SITE_URL=${origin.slice(0, 300)}`,
    current: env().SITE_URL ?? '',
  })
}

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/

/**
 * Whether the origin is SITE_URL, or the request's own host with the same scheme: for an https site, an http page on
 * its host name may come from an attacker on the network. On loopback there is no network and no certificate, so http
 * counts. The host has to be a name of ours: anybody can have a name of theirs lead to the address of this site.
 */
function isOwnOrigin(origin: string, request: Request): boolean {
  const site = env().SITE_URL
  if (origin === site) return true
  const host = request.headers.get('host')
  if (!host || !isOwnName(URL.parse(`http://${host}`)?.hostname ?? '', site)) return false
  const schemes = [site ? new URL(site).protocol : '', LOOPBACK.test(host) ? 'http:' : '']
  return schemes.some((scheme) => scheme !== '' && origin === `${scheme}//${host}`)
}

/** Local names and addresses in numbers lead nowhere else, whoever says so; a deployment has a name from its host. */
function isOwnName(name: string, site: string | undefined): boolean {
  const { VERCEL_URL: deployment, VERCEL_BRANCH_URL: branch } = env()
  if (isLocalHost(name) || /^(?:\[.*\]|\d+(?:\.\d+){3})$/.test(name)) return true
  const withoutWww = (host: string) => host.replace(/^www\./, '')
  const names = [...(site ? [new URL(site).hostname] : []), deployment, branch]
  return names.some((own) => own !== undefined && withoutWww(own) === withoutWww(name))
}

const refused = () => new AppError('forbidden', 'This request came from another site and was refused.')
