import {
  type AnswerOf,
  addressOf,
  type BodyOf,
  type Call,
  type ParamsOf,
  type QueryOf,
  type WriteCall,
} from '@/lib/calls/call'
import type { FieldIssue } from '@/lib/http/errors'
import { NO_ANSWER } from '@/lib/texts/frame-constants'

/** A failed API call. `status` is 0 when there was no response; `message` can be shown to the user. */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly status: number
  readonly issues: FieldIssue[]
  /** The complete response body, for the console. */
  readonly body: unknown
  /** The row as it is now, of a conflict; undefined where there is none. */
  readonly current: unknown
  /** How long a refusal for too many requests lasts; 0 where that is not known. */
  readonly retryAfterSeconds: number

  constructor(status: number, message: string, body: unknown, current?: unknown, retryAfterSeconds = 0) {
    super(message)
    this.status = status
    this.body = body
    this.current = current
    this.retryAfterSeconds = retryAfterSeconds
    const issues = isRecord(body) ? body.issues : undefined
    this.issues = Array.isArray(issues) ? issues.filter(isIssue) : []
  }

  /** The message for one field, if the response had one. */
  issueOf(path: string): string | undefined {
    return this.issues.find((issue) => issue.path === path)?.message
  }

  /** Whether a code of the second factor is required: for a sign-in with the right password, or for a change. */
  get wantsCode(): boolean {
    return isRecord(this.body) && this.body.secondFactor === true
  }
}

/** What a call has thrown, as a failure that can be shown; anything else than an `ApiError` has the status 0. */
export function toApiError(error: unknown): ApiError {
  return error instanceof ApiError ? error : new ApiError(0, String(error), null)
}

const NO_WORDS = 'Something went wrong. Please try again.'

/** What reads an answer: a schema, or a guard that was made into one. */
type Reader<Answer> = {
  safeParse: (body: unknown) => { success: true; data: Answer } | { success: false; error?: unknown }
}

/** A call whose answer is read by a guard. */
type GuardedCall<C extends Call, Answer> = Pick<C, 'method' | 'path'> & {
  answer: Reader<Answer>
  /** For the types alone. */
  of?: C
}

/**
 * A call for public pages: its answer is read by a guard, because they load no zod. Method and path are written once
 * more, and compared with the call's own by the compiler.
 */
export function guarded<C extends Call, Answer>(
  { method, path }: Pick<C, 'method' | 'path'>,
  isAnswer: (body: unknown) => body is Answer,
): GuardedCall<C, Answer> {
  const safeParse: Reader<Answer>['safeParse'] = (body) =>
    isAnswer(body) ? { success: true, data: body } : { success: false }
  return { method, path, answer: { safeParse } }
}

/** A call as it is sent. */
type Sendable = Pick<Call, 'method' | 'path'> & { answer?: Reader<unknown>; current?: Reader<unknown> }

type Given<Name extends string, Part> = [Part] extends [never] ? unknown : { [Key in Name]: Part }

type JsonOptions = {
  signal?: AbortSignal
  /** The call goes on when its page is closed; the bodies of all that do may have 64 KiB together. */
  keepalive?: boolean
  /** The body of a call that takes bytes. */
  bytes?: Blob
}

type FormOptions = JsonOptions & {
  form: FormData
  /** Called with the uploaded share of the body, from 0 to 1. */
  onProgress?: (part: number) => void
}

/** What a call needs, and what it may be given besides. */
type RequestOf<C extends Call> = Given<'params', keyof ParamsOf<C> extends never ? never : ParamsOf<C>> &
  Given<'query', QueryOf<C>> &
  Given<'body', BodyOf<C>> &
  JsonOptions

type SentRequest = JsonOptions & {
  params?: Record<string, string>
  query?: unknown
  body?: unknown
}

/**
 * Calls our own API from the browser and returns its answer.
 * @throws ApiError when the call was refused, never answered, or answered with something else; what `signal` throws
 * passes through
 */
export function callApi<C extends Call>(call: C, request: RequestOf<C>): Promise<AnswerOf<C>>
export function callApi<C extends Call, Answer>(call: GuardedCall<C, Answer>, request: RequestOf<C>): Promise<Answer>
export async function callApi(
  call: Sendable,
  { params = {}, query, body, bytes, signal, keepalive }: SentRequest,
): Promise<unknown> {
  let response: Response
  let answer: unknown
  try {
    response = await fetch(addressOf(call, params, query as Record<string, string | undefined>), {
      method: call.method,
      headers: {
        accept: 'application/json',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(bytes === undefined ? {} : { 'content-type': 'application/octet-stream' }),
      },
      body: bytes ?? (body === undefined ? undefined : JSON.stringify(body)),
      signal,
      keepalive,
      credentials: 'same-origin',
    })
    answer = await response.json().catch((error) => {
      // No JSON is another answer; one that is cut off, as by leaving the page, is none. A refusal is one by its status.
      if (signal?.aborted || (response.ok && !(error instanceof SyntaxError))) throw error
      return null
    })
  } catch (error) {
    if (signal?.aborted) throw error
    throw new ApiError(0, NO_ANSWER, null)
  }
  const retryAfterSeconds = Number(response.headers.get('retry-after')) || 0
  return readAnswer(call, response.status, answer, retryAfterSeconds)
}

/** A call that takes a form, which may hold a file. */
type FormCall = WriteCall & { body: { type: 'form' } }

/**
 * As `callApi`, for a form: reports upload progress, which fetch cannot.
 * @throws ApiError as `callApi`
 */
export function sendForm<C extends FormCall>(
  call: C,
  request: Given<'params', keyof ParamsOf<C> extends never ? never : ParamsOf<C>> & FormOptions,
): Promise<AnswerOf<C>>
export function sendForm(
  call: Sendable,
  { params = {}, form, onProgress, signal }: FormOptions & Pick<SentRequest, 'params'>,
): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    signal?.addEventListener('abort', () => {
      request.abort()
      reject(signal.reason)
    })
    request.open(call.method, addressOf(call, params))
    request.setRequestHeader('accept', 'application/json')
    request.responseType = 'json'
    request.upload.onprogress = ({ lengthComputable, loaded, total }) => {
      if (lengthComputable && total > 0) onProgress?.(loaded / total)
    }
    request.onerror = () => reject(new ApiError(0, NO_ANSWER, null))
    request.onload = () => {
      try {
        resolve(readAnswer(call, request.status, request.response))
      } catch (error) {
        reject(error)
      }
    }
    request.send(form)
  })
}

function readAnswer(call: Sendable, status: number, body: unknown, retryAfterSeconds?: number): unknown {
  if (status < 200 || status > 299) {
    const row = isRecord(body) ? call.current?.safeParse(body.current) : undefined
    const current = row?.success ? row.data : undefined
    throw new ApiError(status, messageIn(body) ?? NO_WORDS, body, current, retryAfterSeconds)
  }
  const read = call.answer?.safeParse(body)
  if (read?.success) return read.data
  console.error(`${call.method} ${call.path} answered something else`, read?.error)
  throw new ApiError(status, NO_WORDS, body)
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

function isIssue(value: unknown): value is FieldIssue {
  return isRecord(value) && typeof value.path === 'string' && typeof value.message === 'string'
}

/** Some calls of the specification have it as `message`, others as `error`. */
function messageIn(body: unknown): string | undefined {
  const texts = isRecord(body) ? [body.message, body.error] : []
  return texts.find((text): text is string => typeof text === 'string' && text !== '')
}
