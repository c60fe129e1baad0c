import { AppError } from '@/lib/http/errors'
import { redirectIfMoved } from '@/lib/redirects/server/redirect-if-moved'
import { publicPaths } from '@/lib/routes/public-paths'
import { findShareCard } from '@/lib/seo/server/queries'
import { shareStamp } from '@/lib/seo/server/share-card'
import { shareImage } from '@/lib/seo/server/share-image'
import { stampedResponse } from '@/lib/seo/server/stamped-image'

/**
 * Responds to a GET of `/share/{kind}/{id}/{file}` with the current image; with an old slug by 308.
 * @throws AppError "not-found"
 */
export async function shareResponse(
  request: Request,
  { kind, id, file }: { kind: string; id: string; file: string },
): Promise<Response> {
  const isImage = /^[0-9a-f]{16}\.png$/.test(file)
  const card = isImage ? await findShareCard(kind, id) : null
  if (isImage && !card && (kind === 'note' || kind === 'post')) {
    await redirectIfMoved(publicPaths[kind](id), (page) => `/share${page}/${file}`)
  }
  if (!card) throw new AppError('not-found', 'There is no such image.')
  const stamp = shareStamp(card)
  const isCurrent = file === `${stamp}.png`
  return stampedResponse(request, { stamp, isCurrent, contentType: 'image/png' }, () => shareImage(card))
}
