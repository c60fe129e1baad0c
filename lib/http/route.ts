import { randomUUID } from 'node:crypto'
import { unstable_rethrow } from 'next/navigation'
import type { NextRequest } from 'next/server'
import { z } from 'zod'
import { answer, errorAnswer } from '@/lib/http/answer'
import { isDatabaseAway } from '@/lib/http/database-away'
import { AppError } from '@/lib/http/errors'
import { refuseCrossSite } from '@/lib/http/same-origin'
import { describeError, log } from '@/lib/log'

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const
const READS = new Set(['GET', 'HEAD', 'OPTIONS'])

type Method = (typeof METHODS)[number]
type Params = Record<string, string | string[] | undefined>
type Context = { params: Promise<Params> }
type NextHandler = (request: NextRequest, context: Context) => Promise<Response>
type Handler<P> = (call: { request: NextRequest; params: P }) => Promise<Response>

/**
 * The route file's exports: each given handler wrapped (cross-site writes refused, every failure turned into the
 * contract's error body), and every other method answering 405 with `Allow`. Next adds HEAD where there is a GET.
 */
export function route<P = Record<string, never>>(handlers: Partial<Record<Method, Handler<P>>>) {
  const allow = METHODS.flatMap((method) => (handlers[method] ? (method === 'GET' ? ['GET', 'HEAD'] : [method]) : []))
  const notAllowed = wrap<P>(async () => {
    const refusal = new AppError('method-not-allowed', 'This address does not take that method.')
    return answer({ message: refusal.message, error: refusal.message }, refusal.status, { Allow: allow.join(', ') })
  })
  const options: NextHandler = async () =>
    new Response(null, { status: 204, headers: { Allow: [...allow, 'OPTIONS'].join(', ') } })
  const of = (method: Method) => (handlers[method] ? wrap(handlers[method]) : notAllowed)
  return {
    GET: of('GET'),
    // Next answers HEAD with this; it drops the body itself.
    HEAD: of('GET'),
    POST: of('POST'),
    PUT: of('PUT'),
    PATCH: of('PATCH'),
    DELETE: of('DELETE'),
    OPTIONS: options,
  }
}

function wrap<P>(handler: Handler<P>): NextHandler {
  return async (request, context) => {
    const requestId = randomUUID()
    try {
      if (!READS.has(request.method)) refuseCrossSite(request)
      return await handler({ request, params: (await context.params) as P })
    } catch (error) {
      unstable_rethrow(error)
      return failureAnswer(error, request, requestId)
    }
  }
}

function failureAnswer(error: unknown, request: Request, requestId: string): Response {
  const known = toAppError(error)
  if (known.status >= 500) {
    const { pathname } = new URL(request.url)
    log('error', 'request failed', { requestId, method: request.method, path: pathname, ...describeError(error) })
  }
  return errorAnswer(known, requestId)
}

function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error
  if (isDatabaseAway(error)) {
    return new AppError('unavailable', 'The site cannot reach its database. Please try again in a moment.', {
      retryAfterSeconds: 5,
    })
  }
  return new AppError('internal', 'Something went wrong. Please try again.')
}

/**
 * Checks what a request brought against a schema.
 * @throws AppError "unprocessable" with one issue a field; its text is the first issue's
 */
export function parseInput<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  const result = schema.safeParse(input)
  if (result.success) return result.data
  const issues = result.error.issues.map((issue) => ({
    path: issue.path.join('.'),
    message: issue.path.length === 0 ? 'The request must be an object with fields.' : issue.message,
  }))
  throw new AppError('unprocessable', issues[0]?.message ?? 'The fields are not valid.', {
    issues,
    cause: z.prettifyError(result.error),
  })
}
