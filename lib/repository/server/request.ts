import type { RepositoryHost } from '@/lib/repository/address'

const BODY_MAX_BYTES = 2 * 1_048_576
const REDIRECTS = new Set([301, 302, 307, 308])
const REDIRECTS_MAX = 2
/** Where a host refuses without saying for how long. */
const UNNAMED_WAIT_MS = 60_000
const WAIT_MAX_MS = 24 * 60 * 60_000

/** Why nothing was read: the host is not there, has no such repository (or not for everybody), or takes no more requests. */
export class RepositoryFailure extends Error {
  override name = 'RepositoryFailure'
  constructor(
    readonly reason: 'away' | 'gone' | 'refused' | 'limit',
    /** When it takes requests again. */
    readonly until?: Date,
    cause?: unknown,
  ) {
    super(`repository: ${reason}`, { cause })
  }
}

export type Connection = { host: RepositoryHost; origin: string; token?: string; signal: AbortSignal }

export type HostAnswer = { status: number; etag: string; text: string }

/** When each origin takes requests again, in milliseconds. */
const blocked = new Map<string, number>()

/**
 * Sends one request to the API of a host, redirects at the same origin followed. Answers 200, 304 and what is not there.
 * @throws RepositoryFailure
 */
export async function request(connection: Connection, path: string, etag = ''): Promise<HostAnswer> {
  const { origin, signal } = connection
  let url = new URL(path, origin)
  for (let redirects = 0; redirects <= REDIRECTS_MAX; redirects += 1) {
    const until = blocked.get(origin) ?? 0
    if (until > Date.now()) throw new RepositoryFailure('limit', new Date(until))
    const { response, text } = await send(url, headersFor(connection, etag), signal)
    const { status, headers } = response
    const wait = waitOf(status, headers, text)
    if (wait > 0) blocked.set(origin, Date.now() + Math.min(wait, WAIT_MAX_MS))
    const location = REDIRECTS.has(status) && URL.parse(headers.get('location') ?? '', url)
    if (location) {
      if (location.origin !== origin) throw new RepositoryFailure('refused')
      url = location
    } else if (status === 200 || status === 304 || status === 404) {
      return { status, etag: headers.get('etag') ?? '', text }
    } else {
      if (isOverLimit(status, headers, text)) throw new RepositoryFailure('limit', new Date(blocked.get(origin) ?? 0))
      throw new RepositoryFailure(status >= 500 ? 'away' : 'refused')
    }
  }
  throw new RepositoryFailure('refused')
}

/** Of a body that is not JSON, whatever its type says. @throws RepositoryFailure */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new RepositoryFailure('away', undefined, error)
  }
}

async function send(url: URL, headers: Record<string, string>, signal: AbortSignal) {
  try {
    const response = await fetch(url, { headers, signal, redirect: 'manual' })
    return { response, text: await readText(response) }
  } catch (error) {
    throw new RepositoryFailure('away', undefined, error)
  }
}

function headersFor({ host, token }: Connection, etag: string): Record<string, string> {
  return {
    accept: host === 'github' ? 'application/vnd.github+json' : 'application/json, text/plain;q=0.5',
    'user-agent': 'Colophon',
    ...(host === 'github' && { 'x-github-api-version': '2022-11-28' }),
    ...(token && { authorization: `Bearer ${token}` }),
    ...(etag && { 'if-none-match': etag }),
  }
}

async function readText(response: Response): Promise<string> {
  const decoder = new TextDecoder()
  let bytes = 0
  let text = ''
  // Leaving the loop closes the connection.
  for await (const part of response.body ?? []) {
    bytes += part.byteLength
    if (bytes > BODY_MAX_BYTES) throw new Error('The answer is too large.')
    text += decoder.decode(part, { stream: true })
  }
  return text
}

const isSpent = (headers: Headers) =>
  (headers.get('x-ratelimit-remaining') ?? headers.get('ratelimit-remaining')) === '0'

/** GitHub's second limit is named in the text alone. */
function isOverLimit(status: number, headers: Headers, text: string): boolean {
  if (status === 429) return true
  return status === 403 && (isSpent(headers) || headers.has('retry-after') || text.includes('rate limit'))
}

/** For how many milliseconds to send nothing more; 0 for no time. */
function waitOf(status: number, headers: Headers, text: string): number {
  const after = Number(headers.get('retry-after')) * 1000
  if (after > 0) return after
  const reset = Number(headers.get('x-ratelimit-reset') ?? headers.get('ratelimit-reset')) * 1000 - Date.now()
  if (isSpent(headers) && reset > 0) return reset
  return isOverLimit(status, headers, text) ? UNNAMED_WAIT_MS : 0
}
