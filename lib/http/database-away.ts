const AWAY_CODES = new Set([
  // Prisma: cannot reach, timed out, closed, too many connections, pool timeout
  'P1001',
  'P1002',
  'P1008',
  'P1017',
  'P2024',
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
  '08006',
  '08001',
  '08003',
])

/** Whether a failure means that the database could not be reached, rather than that it refused the work. */
export function isDatabaseAway(error: unknown): boolean {
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth += 1) {
    if ('code' in at && AWAY_CODES.has(String(at.code))) return true
    if (/Can't reach database server|Connection terminated|timeout exceeded when trying to connect/i.test(at.message))
      return true
    // A driver adapter hands its own error in `meta`.
    const meta = (at as { meta?: { driverAdapterError?: unknown } }).meta?.driverAdapterError
    if (meta instanceof Error && meta !== at && isDatabaseAway(meta)) return true
  }
  return false
}
