import { AsyncLocalStorage } from 'node:async_hooks'

type Level = 'info' | 'warn' | 'error'

/** What is being answered while something is logged. */
export type LoggedRequest = { requestId: string; method: string; path: string }

/** Pages are bundled apart from the server they run in; what both can reach is the process itself. */
const PLACE = Symbol.for('colophon.answered-request')
const holder = globalThis as typeof globalThis & { [PLACE]?: AsyncLocalStorage<LoggedRequest> }
holder[PLACE] ??= new AsyncLocalStorage()
const answered = holder[PLACE]

/** Runs `work` so that all it logs names the request. */
export function withRequestContext<Result>(request: LoggedRequest, work: () => Result): Result {
  return answered.run(request, work)
}

/** The id of the request that is being answered; undefined outside of one, and where a host runs the routes itself. */
export function currentRequestId(): string | undefined {
  return answered.getStore()?.requestId
}

/**
 * Writes one JSON line to standard output (errors to standard error), with the request that is being answered. Values
 * are encoded, so a line break in one cannot start a line of its own. Never hand it a password, a cookie or a whole
 * request.
 */
export function log(level: Level, event: string, fields: Record<string, unknown> = {}): void {
  const line = `${JSON.stringify({ time: new Date().toISOString(), level, event, ...answered.getStore(), ...fields })}\n`
  if (level === 'error') process.stderr.write(line)
  else process.stdout.write(line)
}

/** What is worth keeping of a thrown value, as plain fields. */
export function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { error: String(error) }
  const code = 'code' in error ? { code: String(error.code) } : {}
  const digest = 'digest' in error ? { digest: String(error.digest) } : {}
  const cause = error.cause instanceof Error ? { cause: error.cause.message } : {}
  return { error: messageOf(error), name: error.name, ...code, ...digest, ...cause, stack: stackOf(error) }
}

/** Prisma repeats what it was given, passwords too, and says what was wrong with it in its last line. */
function messageOf({ name, message }: Error): string {
  if (!name.startsWith('PrismaClient')) return message
  return message.trim().split('\n').at(-1) ?? ''
}

/** Where it happened; what happened is told apart. */
function stackOf({ stack = '' }: Error): string {
  return stack
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .join('\n')
}
