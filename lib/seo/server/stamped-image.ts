import { LRUCache } from 'lru-cache'
import { namesEtag } from '@/lib/http/server/etag'

type Stamped = { stamp: string; isCurrent: boolean; contentType: string }

/**
 * Responds to a GET of an image that its stamp identifies. The URL that names the current stamp is immutable and cached for
 * good; any other, still linked elsewhere, has to be revalidated.
 */
export async function stampedResponse(
  request: Request,
  { stamp, isCurrent, contentType }: Stamped,
  draw: () => Promise<Uint8Array>,
): Promise<Response> {
  const etag = `"${stamp}"`
  const headers = {
    'Cache-Control': isCurrent ? 'public, max-age=31536000, immutable' : 'public, max-age=0, must-revalidate',
    'Content-Type': contentType,
    'X-Content-Type-Options': 'nosniff',
    ETag: etag,
  }
  if (namesEtag(request.headers.get('if-none-match'), etag)) return new Response(null, { status: 304, headers })
  return new Response(Buffer.from(await draw()), { headers })
}

/** Draws each image once: caches the `max` most recent ones by their keys, and shares one that is being drawn. */
export function imageCache(max: number) {
  const cache = new LRUCache<string, Promise<Uint8Array>>({ max })
  return (key: string, draw: () => Promise<Uint8Array>): Promise<Uint8Array> => {
    const cached = cache.get(key)
    if (cached) return cached
    const image = draw()
    cache.set(key, image)
    image.catch(() => cache.delete(key))
    return image
  }
}
