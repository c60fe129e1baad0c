import { AsyncLocalStorage } from 'node:async_hooks'
import { processSingleton } from '@/lib/platform/server/process-singleton'

type Level = 'info' | 'warn' | 'error'

/** The request in whose context a line is logged. */
export type LoggedRequest = { requestId: string; method: string; path: string }

const shared = processSingleton<AsyncLocalStorage<LoggedRequest>>('request-storage')
shared.value ??= new AsyncLocalStorage()
const requestStorage = shared.value

/** Runs `work` so that every line it logs has the request's fields. */
export function withRequestContext<Result>(request: LoggedRequest, work: () => Result): Result {
  return requestStorage.run(request, work)
}

/** The id of the current request; undefined outside of one, and on hosts that run the routes without our server. */
export function currentRequestId(): string | undefined {
  return requestStorage.getStore()?.requestId
}

/**
 * Writes one JSON line to standard output (errors to standard error), with the fields of the current request. Values
 * are JSON-encoded, so no value can forge a line. Never pass a password, a cookie or a complete request.
 */
export function log(level: Level, event: string, fields: Record<string, unknown> = {}): void {
  const line = `${JSON.stringify({ time: new Date().toISOString(), level, event, ...requestStorage.getStore(), ...fields })}\n`
  if (level === 'error') process.stderr.write(line)
  else process.stdout.write(line)
}

/** The loggable fields of a thrown value. */
export function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { error: String(error) }
  const code = 'code' in error ? { code: String(error.code) } : {}
  const digest = 'digest' in error ? { digest: String(error.digest) } : {}
  const cause = error.cause instanceof Error ? { cause: error.cause.message } : {}
  return { error: messageOf(error), name: error.name, ...code, ...digest, ...cause, stack: stackOf(error) }
}

/** Prisma repeats the query's arguments, passwords too; the last line of its message has the error alone. */
function messageOf({ name, message }: Error): string {
  if (!name.startsWith('PrismaClient')) return message
  return message.trim().split('\n').at(-1) ?? ''
}

/** The stack frames only; the message is a field of its own. */
function stackOf({ stack = '' }: Error): string {
  return stack
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .join('\n')
}
