import * as z from 'zod/mini'
import type { AppError, FieldIssue } from '@/lib/http/errors'
import { csvLine } from '@/lib/platform/csv'

export const NO_STORE = 'private, no-store'
/** For public reads: caches have to revalidate each time, so that a write shows at once. */
export const REVALIDATE = 'public, max-age=0, must-revalidate'

type ErrorBody = {
  message: string
  error: string
  issues?: FieldIssue[]
  current?: unknown
  etag?: string
  secondFactor?: true
  requestId?: string
}

/** A response that depends on the user, or follows a write; never cached. */
export function json(body: unknown, status = 200, headers: Record<string, string> = {}): Response {
  return Response.json(body, { status, headers: { 'Cache-Control': NO_STORE, ...headers } })
}

/** A response that is the same for everyone. */
export function publicJson(body: unknown): Response {
  return Response.json(body, { headers: { 'Cache-Control': REVALIDATE } })
}

/** Lines of cells as a file to save. */
export function csvFile(name: string, lines: string[][]): Response {
  const headers = {
    'Content-Type': 'text/csv; charset=utf-8',
    'Content-Disposition': `attachment; filename="${name}.csv"`,
    'Cache-Control': NO_STORE,
  }
  return new Response(lines.map(csvLine).join(''), { headers })
}

/**
 * The contract's error body; `message` and `error` are the same text, because clients read one or the other.
 * @param current the shape of the row in a conflict; without one the row is left out
 */
export function errorResponse(error: AppError, requestId: string, current?: z.core.$ZodType): Response {
  const body: ErrorBody = { message: error.message, error: error.message }
  if (error.issues) body.issues = error.issues
  const row = current && z.safeParse(current, error.current)
  if (row?.success) body.current = row.data
  if (error.etag) body.etag = error.etag
  if (error.secondFactor) body.secondFactor = true
  if (error.status >= 500) body.requestId = requestId
  const headers: Record<string, string> = { 'X-Request-Id': requestId }
  if (error.retryAfterSeconds !== undefined) headers['Retry-After'] = String(error.retryAfterSeconds)
  if (error.accept !== undefined) headers.Accept = error.accept
  if (error.allow !== undefined) headers.Allow = error.allow
  if (error.status === 401 || error.challenge)
    headers['WWW-Authenticate'] = ['Bearer realm="colophon"', error.challenge].filter(Boolean).join(', ')
  return json(body, error.status, headers)
}
