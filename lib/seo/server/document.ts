import { createHash } from 'node:crypto'
import { handleRaw, route } from '@/lib/api/server/route'
import { namesEtag } from '@/lib/http/server/etag'

/** A text response with its ETag. */
export type TextDocument = { body: string; contentType: string; etag: string }

export function textDocument(body: string, contentType: string): TextDocument {
  return { body, contentType, etag: etagOf(body) }
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

/** The exports of a route file that answers with a text. */
export function textRoute<Params>(read: (params: Params) => Promise<TextDocument>) {
  return route(handleRaw('GET', async (request, params: Params) => textResponse(request, await read(params))))
}

/** Weak, because a proxy may compress the text. */
function etagOf(body: string | Uint8Array): string {
  return `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
}
