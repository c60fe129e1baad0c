import { createHash, timingSafeEqual } from 'node:crypto'
import { AppError } from '@/lib/http/errors'
import { env } from '@/lib/platform/server/env'

/**
 * Requires CRON_SECRET, as `Authorization: Bearer …`.
 * @throws AppError "not-found" where no secret is set, "unauthenticated" otherwise
 */
export function requireCronSecret(request: Request): void {
  const secret = env().CRON_SECRET
  if (!secret) throw new AppError('not-found', 'Scheduled calls are not set up on this site.')
  const given = request.headers.get('authorization') ?? ''
  if (!timingSafeEqual(digest(given), digest(`Bearer ${secret}`))) {
    throw new AppError('unauthenticated', 'This address is called on a schedule, with a secret.')
  }
}

/** Digests have equal length, as a timing-safe comparison requires. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
