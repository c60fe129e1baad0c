import type * as z from 'zod/mini'
import { BODY_MAX_BYTES, FORM_LIMITS } from '@/lib/content/contract-limits'
import { ownValue } from '@/lib/platform/own-value'

/*
 * One object per call of the API: `route()` is built from it, `callApi()` sends by it, and tests list them. Browsers
 * load it too, but not what a request may hold.
 */

type Schema = z.core.$ZodType
/** Answers are read in browsers too, so their schemas are of zod/mini. */
type AnswerSchema = z.ZodMiniType
/** What a request holds, for the types alone: its schema is given to `handle`, so that no browser loads it. */
type Holds<Input extends Schema> = { input?: Input }

/** Who may call: whoever likes, whoever is signed in, admins, or the host's schedule with its secret. */
export type Access = 'anyone' | 'member' | 'admin' | 'schedule'

/** What a token may be allowed; none includes another. */
export const SCOPES = ['read', 'write', 'publish', 'trash'] as const
export type Scope = (typeof SCOPES)[number]

type JsonBody<Input extends Schema> = Holds<Input> & {
  type: 'json'
  /** How much is read from an admin, and from anybody else. */
  maxBytes: { admin: number; others: number }
}

/** Front matter and Markdown, UTF-8. */
type MarkdownBody<Input extends Schema> = Holds<Input> & { type: 'markdown'; maxBytes: number }

/** A form's text fields, and at most one file, the field `image`. */
type FormBody<Input extends Schema> = Holds<Input> & {
  type: 'form'
  limits: { totalBytes: number; fileBytes: number }
  /** What to say where no image was sent; without it the image may be missing. */
  imageRequired?: string
}

type BaseCall = {
  /** What it does, in one line for who writes programs. */
  summary: string
  /** `:name` stands for one segment. */
  path: `/api/${string}`
  access: Access
  /** The scope with which a token may call it, or "any"; without it the call is closed to tokens. */
  token?: Scope | 'any'
  /** The tools of assistants that send it. */
  tools?: readonly string[]
  /**
   * What a success responds with. A field that is not named here does not leave the server. Without it the handler
   * writes the response.
   */
  answer?: AnswerSchema
  /** Statuses of refusals, beside those that follow from the rest. */
  refuses?: ReadonlyArray<404 | 409>
  /** The media types that the handler reads and writes by itself; without `answers` and `takes` it answers 204. */
  raw?: { takes?: string; answers?: readonly string[] }
}

type ReadCall = BaseCall & {
  method: 'GET'
  query?: Holds<Schema>
  /** The same for everyone: caches may store it if they revalidate each time. */
  isPublic?: true
  /** Only what a schedule calls changes anything by GET. "all": also the cached pages that show nothing it wrote. */
  invalidatesPages?: true | 'all'
  /** What the audit log calls it, where it is to be logged like a write. */
  audit?: string
}

export type WriteCall = BaseCall & {
  method: 'POST' | 'PUT' | 'DELETE'
  body?: JsonBody<Schema> | FormBody<Schema> | MarkdownBody<Schema>
  /** The status of a success; 200 by default. */
  status?: 201
  /** The row as it is now, in the answer to a stale write (409). */
  current?: AnswerSchema
  /** What the audit log calls it; null for what changes no stored data, which is not recorded. */
  audit: string | null
  /** Cached pages may show something else afterwards; "missing": only those that are not there, which hosts cache. */
  invalidatesPages?: true | 'missing'
}

export type Call = ReadCall | WriteCall

/** Only a call with a long text reads more than the default. */
export function json<Input extends Schema>(
  admin: number = BODY_MAX_BYTES,
  others: number = Math.min(admin, BODY_MAX_BYTES),
): JsonBody<Input> {
  return { type: 'json', maxBytes: { admin, others } }
}

export function form<Input extends Schema>(): FormBody<Input> {
  return { type: 'form', limits: FORM_LIMITS }
}

export function markdown<Input extends Schema>(maxBytes: number): MarkdownBody<Input> {
  return { type: 'markdown', maxBytes }
}

export function query<Input extends Schema>(): Holds<Input> {
  return {}
}

type ParamNames<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamNames<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never

/** The segments of the path that vary, by name. */
export type ParamsOf<C extends Pick<Call, 'path'>> = { [Name in ParamNames<C['path']>]: string }

/** The schemas of what a call's requests hold. */
export type InputOf<C> = (C extends { query: Holds<infer Input> } ? { query: Input } : unknown) &
  (C extends { body: Holds<infer Input> } ? { body: Input } : unknown)

/** The body as a client may send it. */
export type BodyOf<C> = C extends { body: JsonBody<infer Input> } ? z.input<Input> : never

/** The query as a client may send it. */
export type QueryOf<C> = C extends { query: Holds<infer Input> } ? z.input<Input> : never

export type AnswerOf<C> = C extends { answer: infer Answer extends Schema } ? z.output<Answer> : never

/** The path of a call with its segments filled in, and its query without what is blank. */
export function addressOf<C extends Pick<Call, 'path'>>(
  call: C,
  params: ParamsOf<C>,
  query?: Record<string, string | undefined>,
): string
export function addressOf(
  { path }: Pick<Call, 'path'>,
  params: Record<string, string>,
  query: Record<string, string | undefined> = {},
): string {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(ownValue(params, name) ?? ''))
  const sent = Object.entries(query).flatMap(([name, value]) => (value ? `${name}=${encodeURIComponent(value)}` : []))
  return sent.length === 0 ? filled : `${filled}?${sent.join('&')}`
}
