const UNAVAILABLE_CODES = new Set([
  // Prisma: cannot reach, timed out, closed, pool timeout, transaction timeout, too many connections
  'P1001',
  'P1002',
  'P1008',
  'P1017',
  'P2024',
  'P2028',
  'P2037',
  // the socket
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'ETIMEDOUT',
  'EPIPE',
  // PostgreSQL: starting, stopping, out of connections, crashed peer
  '57P01',
  '57P02',
  '57P03',
  '53300',
  // its disk is full
  '53100',
  '08006',
  '08001',
  '08003',
  // PgBouncer, for any reason it cannot reach the server
  '08P01',
])

/** The kinds of Prisma's driver adapter; for BEGIN and COMMIT it sets no code. */
const UNAVAILABLE_KINDS = new Set(['ConnectionClosed', 'DatabaseNotReachable', 'SocketTimeout', 'TooManyConnections'])

const UNAVAILABLE_MESSAGES =
  /Can't reach database server|Connection terminated|timeout exceeded when trying to connect|not currently accepting connections|is not queryable|Query read timeout/i

/** What is read of an error: Prisma's, its driver's or the socket's. */
type Cause = Record<'code' | 'kind' | 'message', unknown> & { meta?: { driverAdapterError?: Cause }; cause?: Cause }

/** Whether a failure means that the database could not be reached, rather than that it refused the work. */
export function isDatabaseUnavailable(error: unknown): boolean {
  let at = error as Cause | null | undefined
  for (let depth = 0; at && depth < 6; depth += 1) {
    if (
      UNAVAILABLE_CODES.has(String(at.code)) ||
      UNAVAILABLE_KINDS.has(String(at.kind)) ||
      UNAVAILABLE_MESSAGES.test(String(at.message))
    )
      return true
    // Prisma stores its driver's error in `meta`; the code is in a cause there that is no Error.
    at = at.meta?.driverAdapterError ?? at.cause
  }
  return false
}
