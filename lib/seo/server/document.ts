import { createHash } from 'node:crypto'
import { namesEtag } from '@/lib/http/server/etag'
import { listingVersion } from '@/lib/seo/server/queries'

/** A text as it is answered, with the tag that says which text it is. */
export type TextDocument = { body: string; contentType: string; etag: string }

export function textDocument(body: string, contentType: string): TextDocument {
  return { body, contentType, etag: etagOf(body) }
}

const kept = new Map<string, { version: string; value: Promise<unknown> }>()

/**
 * What `make` answers, made once and kept in this process until something in the listing changes. Those who ask
 * meanwhile wait for the same making. `name` is one of a few: nothing ever leaves but for its successor.
 */
export async function whileUnchanged<Value>(name: string, make: () => Promise<Value>): Promise<Value> {
  // Asked first: what is made afterwards can only be newer than it claims, and is then made again.
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
 * Answers a GET with a text, or with 304 to one who has it. Asked for again each time: what an admin deletes is gone
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

/** Weak, because what stands between us and the reader may compress the text. */
export function etagOf(body: string | Uint8Array): string {
  return `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
}
