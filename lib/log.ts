type Level = 'info' | 'warn' | 'error'

/**
 * Writes one JSON line to standard output (errors to standard error). Values are encoded, so a line break in
 * one cannot start a line of its own. Never hand it a password, a cookie or a whole request.
 */
export function log(level: Level, event: string, fields: Record<string, unknown> = {}): void {
  const line = `${JSON.stringify({ time: new Date().toISOString(), level, event, ...fields })}\n`
  if (level === 'error') process.stderr.write(line)
  else process.stdout.write(line)
}

/** What is worth keeping of a thrown value, as plain fields. */
export function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { error: String(error) }
  const code = 'code' in error ? { code: String(error.code) } : {}
  const cause = error.cause instanceof Error ? { cause: error.cause.message } : {}
  return { error: error.message, name: error.name, ...code, ...cause, stack: error.stack }
}
