import { randomUUID } from 'node:crypto'
import { unstable_rethrow } from 'next/navigation'
import type { NextRequest } from 'next/server'
import { z } from 'zod'
import { errorResponse } from '@/lib/api/server/json'
import { assertSameOrigin } from '@/lib/api/server/same-origin'
import { withWriteSlot } from '@/lib/api/server/write-slots'
import { actionOfCall } from '@/lib/audit/actions'
import { type AuditContext, withAuditContext } from '@/lib/audit/server/audit-context'
import { finishAudit } from '@/lib/audit/server/mutations'
import { deviceCookie } from '@/lib/auth/server/session-cookie'
import { AppError, methodNotAllowed } from '@/lib/http/errors'
import { clientAddress } from '@/lib/http/server/client-address'
import { isDatabaseUnavailable } from '@/lib/http/server/database-unavailable'
import { currentRequestId, describeError, log } from '@/lib/platform/server/log'

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const
const READS = new Set(['GET', 'HEAD', 'OPTIONS'])
const UNAUDITED = { isAudited: false } as const

type Method = (typeof METHODS)[number]
type Params = Record<string, string | string[] | undefined>
type Context = { params: Promise<Params | undefined> }
type NextHandler = (request: NextRequest, context: Context) => Promise<Response>
type Handler<P> = (call: { request: NextRequest; params: P }) => Promise<Response>
type Options = {
  /** false for calls that change no stored data. */
  isAudited?: boolean
}

/**
 * The route file's exports: each given handler wrapped (cross-site writes refused, errors turned into the contract's
 * error body, writes recorded in the audit log), and 405 with `Allow` for every other method. Next adds HEAD where
 * there is a GET.
 */
export function route<P = Record<string, never>>(handlers: Partial<Record<Method, Handler<P>>>, options: Options = {}) {
  const allow = METHODS.flatMap((method) => (handlers[method] ? (method === 'GET' ? ['GET', 'HEAD'] : [method]) : []))
  const notAllowed = wrap<P>(async () => {
    throw methodNotAllowed(allow.join(', '))
  }, UNAUDITED)
  const respondWithMethods: NextHandler = async () =>
    new Response(null, { status: 204, headers: { Allow: [...allow, 'OPTIONS'].join(', ') } })
  const of = (method: Method) => (handlers[method] ? wrap(handlers[method], options) : notAllowed)
  return {
    GET: of('GET'),
    // Next responds to HEAD with this and drops the body.
    HEAD: of('GET'),
    POST: of('POST'),
    PUT: of('PUT'),
    PATCH: of('PATCH'),
    DELETE: of('DELETE'),
    OPTIONS: respondWithMethods,
  }
}

function wrap<P>(handler: Handler<P>, { isAudited = true }: Options): NextHandler {
  return async (request, context) => {
    // A route without a dynamic segment has no params.
    const params: Params = (await context.params) ?? {}
    const run = () => handler({ request, params: params as P })
    if (READS.has(request.method)) return (await outcomeOf(request, run)).response
    const write = async () => {
      assertSameOrigin(request)
      return withWriteSlot(request, run)
    }
    if (!isAudited) return (await outcomeOf(request, write)).response
    const id = typeof params.id === 'string' ? params.id : undefined
    const auditContext = newAuditContext(request, id)
    return withAuditContext(auditContext, async () => {
      const { response, error } = await outcomeOf(request, write)
      await finishAudit(auditContext, response.status, error, id)
      return response
    })
  }
}

function newAuditContext(request: NextRequest, id: string | undefined): AuditContext {
  return {
    action: actionOfCall(request.method, new URL(request.url).pathname, id),
    address: clientAddress(request.headers),
    deviceCookie: request.cookies.get(deviceCookie().name)?.value,
    actor: null,
    account: null,
    refusal: null,
    isRecorded: false,
  }
}

type Outcome = { response: Response; error: AppError | null }

async function outcomeOf(request: Request, work: () => Promise<Response>): Promise<Outcome> {
  const requestId = currentRequestId() ?? randomUUID()
  try {
    return { response: await work(), error: null }
  } catch (thrown) {
    unstable_rethrow(thrown)
    const error = toAppError(thrown)
    if (error.status >= 500) {
      const { pathname } = new URL(request.url)
      log('error', 'request failed', { requestId, method: request.method, path: pathname, ...describeError(thrown) })
    }
    return { response: errorResponse(error, requestId), error }
  }
}

function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error
  if (isDatabaseUnavailable(error)) {
    return new AppError('unavailable', 'The site cannot reach its database. Please try again in a moment.', {
      retryAfterSeconds: 5,
    })
  }
  return new AppError('internal', 'Something went wrong. Please try again.')
}

/**
 * Validates input of a request against a schema.
 * @throws AppError "unprocessable" with one issue per invalid field; its message is the first issue's
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
