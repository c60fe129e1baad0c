import { createHash } from 'node:crypto'
import { namesEtag } from '@/lib/http/server/etag'
import { listingVersion } from '@/lib/seo/server/queries'

/** A text response with its ETag. */
export type TextDocument = { body: string; contentType: string; etag: string }

export function textDocument(body: string, contentType: string): TextDocument {
  return { body, contentType, etag: etagOf(body) }
}

const kept = new Map<string, { version: string; value: Promise<unknown> }>()

/**
 * Caches the result of `make` in this process until the listing changes; concurrent requests share one call. `name` is
 * one of a few, so entries are only ever replaced.
 */
export async function whileUnchanged<Value>(name: string, make: () => Promise<Value>): Promise<Value> {
  // Read first: the document can then only be newer than its version, and is made again.
  const version = await listingVersion()
  const found = kept.get(name)
  if (found?.version === version) return found.value as Promise<Value>
  const value = make()
  kept.set(name, { version, value })
  value.catch(() => {
    if (kept.get(name)?.value === value) kept.delete(name)
  })
  return value
}

/**
 * Responds to a GET with a text, or with 304. Caches have to revalidate each time: what an admin deletes disappears
 * from every feed at once.
 */
export function textResponse(
  request: Request,
  { body, contentType, etag }: TextDocument,
  more: Record<string, string> = {},
): Response {
  const headers = {
    'Cache-Control': 'public, max-age=0, must-revalidate',
    'Content-Type': contentType,
    'X-Content-Type-Options': 'nosniff',
    ETag: etag,
    ...more,
  }
  if (namesEtag(request.headers.get('if-none-match'), etag)) return new Response(null, { status: 304, headers })
  return new Response(body, { headers })
}

/** Weak, because a proxy may compress the text. */
export function etagOf(body: string | Uint8Array): string {
  return `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
}
