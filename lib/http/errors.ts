/** One entry of `issues`: the field's name in the request and a sentence for a person. */
export type FieldIssue = { path: string; message: string }

/** Every way a call can fail, and the status it answers with. The only such table. */
const STATUS_OF = {
  malformed: 400,
  unauthenticated: 401,
  forbidden: 403,
  'not-found': 404,
  'method-not-allowed': 405,
  conflict: 409,
  'precondition-failed': 412,
  'too-large': 413,
  'wrong-type': 415,
  unprocessable: 422,
  'precondition-required': 428,
  'too-many': 429,
  internal: 500,
  unavailable: 503,
} as const

type ErrorKind = keyof typeof STATUS_OF

type ErrorDetails = {
  /** Field errors, for 422 and 409. */
  issues?: FieldIssue[]
  /** The row as it is now, for a stale write (409). */
  current?: unknown
  /** The entity tag of the row as it is now, for 412. */
  etag?: string
  /** The media types that are taken, for 415. */
  accept?: string
  /** Whole seconds until another try makes sense, for 429 and 503. */
  retryAfterSeconds?: number
  /** The methods a route supports, for 405. */
  allow?: string
  /** A code of the second factor is needed: for 401 of a sign-in whose password was right, for 422 of a change. */
  secondFactor?: boolean
  /** What WWW-Authenticate says beside its scheme, for 401 and 403 of a token. */
  challenge?: string
  cause?: unknown
}

/**
 * A failure the client may see. `message` is shown to people as it is: no stack, SQL, path or library name belongs in
 * it; what a developer needs goes into `cause`, which is only logged.
 */
export class AppError extends Error {
  readonly kind: ErrorKind
  readonly issues: FieldIssue[] | undefined
  readonly current: unknown
  readonly etag: string | undefined
  readonly accept: string | undefined
  readonly retryAfterSeconds: number | undefined
  readonly allow: string | undefined
  readonly secondFactor: boolean
  readonly challenge: string | undefined

  constructor(kind: ErrorKind, message: string, details: ErrorDetails = {}) {
    super(message, { cause: details.cause })
    this.name = 'AppError'
    this.kind = kind
    this.issues = details.issues
    this.current = details.current
    this.etag = details.etag
    this.accept = details.accept
    this.retryAfterSeconds = details.retryAfterSeconds
    this.allow = details.allow
    this.secondFactor = details.secondFactor ?? false
    this.challenge = details.challenge
  }

  get status(): number {
    return STATUS_OF[this.kind]
  }
}

/** A 422 about one field. */
export function fieldError(path: string, message: string): AppError {
  return new AppError('unprocessable', message, { issues: [{ path, message }] })
}

/** A 405; `allow` lists the supported methods, "GET, HEAD". */
export function methodNotAllowed(allow: string): AppError {
  return new AppError('method-not-allowed', 'This address does not support that method.', { allow })
}
