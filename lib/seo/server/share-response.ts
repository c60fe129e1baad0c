import { AppError } from '@/lib/http/errors'
import { namesEtag } from '@/lib/http/server/etag'
import { leadOn } from '@/lib/redirects/server/lead-on'
import { publicPaths } from '@/lib/routes/public-paths'
import { findShareCard } from '@/lib/seo/server/queries'
import { shareStamp } from '@/lib/seo/server/share-card'
import { shareImage } from '@/lib/seo/server/share-image'

/**
 * Responds to a GET of `/share/{kind}/{id}/{file}` with the current image. Its current URL is immutable and cached for
 * good; an older URL, still linked elsewhere, has to be revalidated, and with an old slug answers 308.
 * @throws AppError "not-found"
 */
export async function shareResponse(
  request: Request,
  { kind, id, file }: { kind: string; id: string; file: string },
): Promise<Response> {
  const isImage = /^[0-9a-f]{16}\.png$/.test(file)
  const card = isImage ? await findShareCard(kind, id) : null
  if (isImage && !card && (kind === 'note' || kind === 'post')) {
    await leadOn(publicPaths[kind](id), (page) => `/share${page}/${file}`)
  }
  if (!card) throw new AppError('not-found', 'There is no such image.')
  const stamp = shareStamp(card)
  const etag = `"${stamp}"`
  const headers = {
    'Cache-Control':
      file === `${stamp}.png` ? 'public, max-age=31536000, immutable' : 'public, max-age=0, must-revalidate',
    'Content-Type': 'image/png',
    'X-Content-Type-Options': 'nosniff',
    ETag: etag,
  }
  if (namesEtag(request.headers.get('if-none-match'), etag)) return new Response(null, { status: 304, headers })
  return new Response(Buffer.from(await shareImage(card)), { headers })
}
