import type { FieldIssue } from '@/lib/http/errors'
import { NO_ANSWER } from '@/lib/texts/constants'

/** A failed API call. `status` is 0 when there was no response; `message` can be shown to the user. */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly status: number
  readonly issues: FieldIssue[]
  /** The complete response body: logged to the console, and read for the `current` row of a conflict. */
  readonly body: unknown

  constructor(status: number, message: string, body: unknown) {
    super(message)
    this.status = status
    this.body = body
    const issues = isRecord(body) ? body.issues : undefined
    this.issues = Array.isArray(issues) ? (issues as FieldIssue[]) : []
  }

  /** The message for one field, if the response had one. */
  issueOf(path: string): string | undefined {
    return this.issues.find((issue) => issue.path === path)?.message
  }
}

const NO_WORDS = 'Something went wrong. Please try again.'

type CallOptions = {
  method?: string
  json?: unknown
  form?: FormData
  signal?: AbortSignal
  /** A repeated create with the same key returns the first one's row. */
  idempotencyKey?: string
}

/**
 * Calls our own API from the browser and returns the response body, whose type the caller states.
 * @throws ApiError when the call was refused or never answered; what `signal` throws passes through
 */
export async function callApi<Answer>(
  path: string,
  { method, json, form, signal, idempotencyKey }: CallOptions = {},
): Promise<Answer> {
  let response: Response
  try {
    response = await fetch(path, {
      method: method ?? (json === undefined && form === undefined ? 'GET' : 'POST'),
      headers: {
        accept: 'application/json',
        ...(json === undefined ? {} : { 'content-type': 'application/json' }),
        ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
      },
      body: json === undefined ? form : JSON.stringify(json),
      signal,
      credentials: 'same-origin',
    })
  } catch (error) {
    if (signal?.aborted) throw error
    throw new ApiError(0, NO_ANSWER, null)
  }
  const body: unknown = await response.json().catch(() => null)
  if (!response.ok) throw refusal(response.status, body)
  return body as Answer
}

type FormOptions = {
  method: 'POST' | 'PUT'
  form: FormData
  /** Called with the uploaded share of the body, from 0 to 1. */
  onProgress?: (part: number) => void
  signal?: AbortSignal
  /** As in `callApi`. */
  idempotencyKey?: string
}

/**
 * As `callApi`, for a form with a file: reports upload progress, which fetch cannot.
 * @throws ApiError when the call was refused or never answered; what `signal` throws passes through
 */
export function sendForm<Answer>(
  path: string,
  { method, form, onProgress, signal, idempotencyKey }: FormOptions,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    signal?.addEventListener('abort', () => {
      request.abort()
      reject(signal.reason)
    })
    request.open(method, path)
    request.setRequestHeader('accept', 'application/json')
    if (idempotencyKey !== undefined) request.setRequestHeader('idempotency-key', idempotencyKey)
    request.responseType = 'json'
    request.upload.onprogress = ({ lengthComputable, loaded, total }) => {
      if (lengthComputable && total > 0) onProgress?.(loaded / total)
    }
    request.onerror = () => reject(new ApiError(0, NO_ANSWER, null))
    request.onload = () => {
      const isOk = request.status >= 200 && request.status < 300
      if (isOk) resolve(request.response as Answer)
      else reject(refusal(request.status, request.response))
    }
    request.send(form)
  })
}

function refusal(status: number, body: unknown): ApiError {
  return new ApiError(status, messageIn(body) ?? NO_WORDS, body)
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

function messageIn(body: unknown): string | undefined {
  return isRecord(body) && typeof body.message === 'string' && body.message !== '' ? body.message : undefined
}
