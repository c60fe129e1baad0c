import { env } from '@/lib/env'
import { AppError } from '@/lib/http/errors'

/**
 * Refuses a write that another site's page sent. A browser always says where it comes from; a client that says
 * nothing is not a browser, and carries no cookie by accident.
 * @throws AppError "forbidden"
 */
export function refuseCrossSite(request: Request): void {
  const site = request.headers.get('sec-fetch-site')
  if (site && site !== 'same-origin' && site !== 'none') throw refused()
  const origin = request.headers.get('origin')
  if (origin !== null && !isOwnOrigin(origin, request)) throw refused()
}

function isOwnOrigin(origin: string, request: Request): boolean {
  if (origin === env().SITE_URL) return true
  const host = request.headers.get('host')
  try {
    return host !== null && new URL(origin).host === host
  } catch {
    return false
  }
}

const refused = () => new AppError('forbidden', 'This request came from another site and was refused.')
