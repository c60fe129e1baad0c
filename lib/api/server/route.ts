import { randomUUID } from 'node:crypto'
import { unstable_rethrow } from 'next/navigation'
import type { NextRequest } from 'next/server'
import * as z from 'zod/mini'
import type { Admin, Member } from '@/lib/access/actor'
import { requireScope } from '@/lib/access/scope'
import { errorResponse, json, NO_STORE, publicJson } from '@/lib/api/server/json'
import { readJson, readMarkdown } from '@/lib/api/server/json-body'
import { assertSameOrigin } from '@/lib/api/server/same-origin'
import type { AuditAction } from '@/lib/audit/actions'
import { type AuditContext, withAuditContext } from '@/lib/audit/server/audit-context'
import { finishAudit } from '@/lib/audit/server/mutations'
import { countWrite } from '@/lib/auth/server/auth-rate-limit'
import { requireCronSecret } from '@/lib/auth/server/cron-auth'
import { currentAdmin, recordActor, requireAdmin, requireMember } from '@/lib/auth/server/session'
import { deviceCookie } from '@/lib/auth/server/session-cookie'
import { bearerOf, requireToken } from '@/lib/auth/server/tokens'
import { invalidateAll, invalidateMissing, invalidating } from '@/lib/cache/invalidate'
import type { Access, Call, InputOf, ParamsOf, WriteCall } from '@/lib/calls/call'
import { AppError, fieldError, methodNotAllowed } from '@/lib/http/errors'
import { mediaType } from '@/lib/http/server/body'
import { clientAddress } from '@/lib/http/server/client-address'
import { isDatabaseUnavailable } from '@/lib/http/server/database-unavailable'
import { currentRequestId, describeError, log } from '@/lib/platform/server/log'

export const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const
const READS = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Of the faults of a request, those an answer names. */
const ISSUES_MAX = 20
const ISSUE_PATH_MAX_CHARACTERS = 200
/** NUL, or half of a character. */
const NUL_OR_HALF = /[\0\p{Surrogate}]/u

type Method = (typeof METHODS)[number]
type Schema = z.core.$ZodType
type Params = Record<string, string | string[] | undefined>
type Context = { params: Promise<Params | undefined> }
type NextHandler = (request: NextRequest, context: Context) => Promise<Response>

type MethodHandler = {
  method: Method
  respond: (request: NextRequest, params: Params) => Promise<Response>
  /** What the audit log calls it; null for what is not recorded. */
  auditAction: (request: NextRequest) => string | null
  /** The shape of `current` in its errors. */
  current?: Schema
}

type Actor<Who extends Access> = Who extends 'admin' ? Admin : Who extends 'member' ? Member : null
type Image<Body> = Body extends { type: 'form' }
  ? Body extends { imageRequired: string }
    ? Uint8Array
    : Uint8Array | undefined
  : undefined

/** The schemas of what a request holds. */
type Input = { query?: Schema; body?: Schema }

/** Who calls, and where. */
type Caller<C extends Call> = { request: NextRequest; params: ParamsOf<C>; actor: Actor<C['access']> }

/** A request that has passed every check of its call. */
type Received<C extends Call> = Caller<C> & {
  query: InputOf<C> extends { query: infer Query } ? z.output<Extract<Query, Schema>> : undefined
  body: InputOf<C> extends { body: infer Body } ? z.output<Extract<Body, Schema>> : undefined
  image: C extends { body: infer Body } ? Image<Body> : undefined
}

/** What a call answers with, or a response with headers of its own. */
type Reply<C extends Call> = Response | (C extends { answer: infer Answer extends Schema } ? z.input<Answer> : never)

/**
 * Handles a call: checks who sends it, reads and validates query and body, runs `respond`, invalidates cached pages and
 * responds with what the call's answer names. Who may is decided before what they sent.
 * @param input the schemas of its query and body
 * @param authorise refuses whom `access` alone lets through, by throwing
 */
export function handle<C extends Call & { audit?: AuditAction | null }>(
  call: C,
  input: InputOf<C> & Input,
  respond: (received: Received<C>) => Promise<Reply<C>>,
  authorise?: (caller: Caller<C>) => void | Promise<void>,
): MethodHandler {
  return {
    method: call.method,
    auditAction: () => ('audit' in call ? (call.audit ?? null) : null),
    current: 'current' in call ? call.current : undefined,
    async respond(request, params) {
      const caller = { request, params, actor: await actorOf(call, request) } as Caller<C>
      // Of other writes, the session counts each when it names the actor for the audit log.
      if (call.method !== 'GET' && call.audit === null && caller.actor)
        await countWrite(caller.actor, clientAddress(request.headers))
      await authorise?.(caller)
      const received = { ...caller, ...(await readInput(call, input, caller)) } as Received<C>
      const reply = await (call.invalidatesPages ? invalidating(() => respond(received)) : respond(received))
      if (call.invalidatesPages === 'all') invalidateAll()
      if (call.invalidatesPages === 'missing') invalidateMissing()
      return reply instanceof Response ? reply : answerOf(call, reply)
    },
  }
}

/**
 * One address that answers admins and tokens by another call than everybody else, whose answer caches may store: they are
 * told that it depends on who asks.
 */
export function forAdmins(own: MethodHandler, others: MethodHandler): MethodHandler {
  return {
    ...others,
    async respond(request, params) {
      if (tokenIn(request) !== undefined || (await currentAdmin())) return own.respond(request, params)
      const response = await others.respond(request, params)
      response.headers.append('Vary', 'Cookie, Authorization')
      return response
    },
  }
}

/** One address whose requests and answers may be Markdown: its handler takes those that say so. */
export function orMarkdown(markdown: MethodHandler, others: MethodHandler): MethodHandler {
  return {
    ...others,
    async respond(request, params) {
      if (request.method !== 'GET' && request.method !== 'HEAD')
        return mediaType(request) === 'text/markdown'
          ? markdown.respond(request, params)
          : others.respond(request, params).catch(alsoMarkdown)
      const response = await (prefersMarkdown(request) ? markdown : others).respond(request, params)
      response.headers.append('Vary', 'Accept')
      return response
    },
  }
}

function alsoMarkdown(error: unknown): never {
  if (!(error instanceof AppError) || error.accept === undefined) throw error
  throw new AppError('wrong-type', error.message, { accept: `${error.accept}, text/markdown` })
}

/** Whether `Accept` names text/markdown, and JSON no more than that. */
function prefersMarkdown(request: Request): boolean {
  const weights = new Map<string, number>()
  for (const part of (request.headers.get('accept') ?? '').slice(0, 1_000).split(',')) {
    const [type = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase())
    const weight = Number(parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? 1)
    weights.set(type, Number.isNaN(weight) ? 0 : weight)
  }
  const markdown = weights.get('text/markdown') ?? 0
  return markdown > 0 && markdown >= (weights.get('application/json') ?? 0)
}

/** Handles a method that is no call of ours: what responds is another's, or there is nothing. */
export function handleRaw<P>(
  method: Method,
  respond: (request: NextRequest, params: P) => Promise<Response>,
  auditAction: (request: NextRequest) => string | null = () => null,
): MethodHandler {
  return { method, auditAction, respond: (request, params) => respond(request, params as P) }
}

const tokenIn = ({ headers }: Request) => bearerOf(headers.get('authorization'))

/** Where a token calls, no cookie counts beside it. */
async function actorOf({ access, token: scope }: Call, request: NextRequest): Promise<Member | null> {
  const token = access === 'schedule' ? undefined : tokenIn(request)
  if (token !== undefined) {
    const admin = await requireToken(token)
    await recordActor(admin)
    requireScope(admin, scope)
    return admin
  }
  switch (access) {
    case 'admin':
      return requireAdmin()
    case 'member':
      return requireMember()
    case 'schedule':
      requireCronSecret(request)
      return null
    case 'anyone':
      return null
  }
}

async function readInput(call: Call, input: Input, { request, actor }: { request: NextRequest; actor: Member | null }) {
  if (call.method === 'GET') {
    const query = Object.fromEntries(new URL(request.url).searchParams)
    return input.query ? { query: parseInput(input.query, query) } : {}
  }
  return call.body && input.body ? readBody(call.body, input.body, request, actor) : {}
}

async function readBody(
  body: NonNullable<WriteCall['body']>,
  schema: Schema,
  request: NextRequest,
  actor: Member | null,
) {
  if (body.type === 'json') {
    const sent = await readJson(request, actor?.isAdmin ? body.maxBytes.admin : body.maxBytes.others)
    return { body: parseInput(schema, sent) }
  }
  if (body.type === 'markdown') return { body: parseInput(schema, await readMarkdown(request, body.maxBytes)) }
  // Loaded when it is used: most routes read no form.
  const { readMultipart } = await import('@/lib/http/server/multipart')
  const { fields, files } = await readMultipart(request, body.limits)
  const image = files.image?.bytes
  if (!image && body.imageRequired !== undefined) throw fieldError('image', body.imageRequired)
  return { body: parseInput(schema, fields), image }
}

/**
 * Validates input of a request against a schema.
 * @throws AppError "unprocessable" with one issue per invalid field, as far as anybody reads; its message is the first
 * issue's
 */
function parseInput(schema: Schema, input: unknown): unknown {
  const result = z.safeParse(schema, input)
  if (result.success) {
    refuseNul(result.data)
    return result.data
  }
  const reported = result.error.issues.slice(0, ISSUES_MAX)
  const issues = reported.map((issue) => ({
    path: issue.path.join('.').slice(0, ISSUE_PATH_MAX_CHARACTERS),
    message: issue.path.length === 0 ? 'The request must be an object with fields.' : issue.message,
  }))
  throw new AppError('unprocessable', issues[0]?.message ?? 'The fields are not valid.', {
    issues,
    cause: z.prettifyError({ issues: reported } as z.core.$ZodError),
  })
}

/** No column stores it; a field with rules of its own has said so already. A password is hashed, whatever it holds. */
function refuseNul(value: unknown, path: string[] = []): void {
  if (typeof value === 'string' && NUL_OR_HALF.test(value)) {
    throw fieldError(path.join('.'), 'This contains a character that cannot be stored.')
  }
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return
  for (const [key, part] of Object.entries(value)) if (key !== 'password') refuseNul(part, [...path, key])
}

function answerOf(call: Call, reply: unknown): Response {
  const answer = call.answer ? z.parse(call.answer, reply) : reply
  if (call.method === 'GET' && call.isPublic) return publicJson(answer)
  return json(answer, 'status' in call ? call.status : undefined)
}

/**
 * The route file's exports: each given handler wrapped (cross-site writes refused, errors turned into the contract's
 * error body, writes recorded in the audit log), and 405 with `Allow` for every other method. Next adds HEAD where
 * there is a GET.
 */
export function route(...handlers: MethodHandler[]) {
  const handled = new Map(handlers.map((handler) => [handler.method, handler]))
  const allow = METHODS.flatMap((method) =>
    handled.has(method) ? (method === 'GET' ? ['GET', 'HEAD'] : [method]) : [],
  )
  const respondWithMethods: NextHandler = async () =>
    new Response(null, { status: 204, headers: { Allow: [...allow, 'OPTIONS'].join(', ') } })
  async function notAllowed(): Promise<Response> {
    throw methodNotAllowed(allow.join(', '))
  }
  const of = (method: Method) => wrap(handled.get(method) ?? handleRaw(method, notAllowed))
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

function wrap(handler: MethodHandler): NextHandler {
  const answer = answering(handler)
  return async (request, context) => {
    const response = await answer(request, context)
    if (tokenIn(request) !== undefined) {
      response.headers.set('Cache-Control', NO_STORE)
      response.headers.append('Vary', 'Authorization')
    }
    return response
  }
}

function answering({ respond, auditAction, current }: MethodHandler): NextHandler {
  return async (request, context) => {
    // A route without a dynamic segment has no params.
    const entries = Object.entries((await context.params) ?? {})
    // No id has NUL, and the database would refuse to look for it.
    const withoutNul = entries.map(([name, value]) => [
      name,
      typeof value === 'string' ? value.replaceAll('\0', '\uFFFD') : value,
    ])
    const params: Params = Object.fromEntries(withoutNul)
    const run = async () => {
      if (new URL(request.url).searchParams.has('access_token'))
        throw new AppError('malformed', 'Addresses are logged: send a token as Authorization: Bearer …')
      return respond(request, params)
    }
    // What takes the site's texts away is logged like a write; to ask by HEAD takes nothing.
    const action = request.method === 'HEAD' ? null : auditAction(request)
    if (action === null && READS.has(request.method)) return (await outcomeOf(request, run)).response
    const write = async () => {
      if (!READS.has(request.method)) assertSameOrigin(request)
      return run()
    }
    if (action === null) return (await outcomeOf(request, write, current)).response
    const auditContext = newAuditContext(request, action)
    return withAuditContext(auditContext, async () => {
      const { response, error } = await outcomeOf(request, write, current)
      await finishAudit(auditContext, response.status, error, typeof params.id === 'string' ? params.id : undefined)
      return response
    })
  }
}

function newAuditContext(request: NextRequest, action: string): AuditContext {
  return {
    action,
    address: clientAddress(request.headers),
    deviceCookie: request.cookies.get(deviceCookie().name)?.value,
    actor: null,
    account: null,
    refusal: null,
    isRecorded: false,
  }
}

type Outcome = { response: Response; error: AppError | null }

async function outcomeOf(request: Request, work: () => Promise<Response>, current?: Schema): Promise<Outcome> {
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
    return { response: errorResponse(error, requestId, current), error }
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
