import { BACKDROP_PREFIX, type Backdrop, backdropOf } from '@/lib/media/backdrop'
import { publicVariants, srcSetOf } from '@/lib/media/variants'
import { db } from '@/lib/platform/server/db'
import type { SafeHtml } from '@/lib/rich-text/safe-html'
import { offerSmallerPictures, pictureUrls, type SizedPicture } from '@/lib/rich-text/server/picture-sizes'

/** More addresses than this in one text are not looked up. */
const MAX_PICTURES = 1_000

/** The backdrops of the transparent pictures in texts, which were stored before them. */
export async function backdropsIn(...texts: string[]): Promise<Backdrop[]> {
  const urls = pictureUrls(...texts)
  if (urls.size === 0) return []
  const rows = await db().media.findMany({
    where: { url: { in: [...urls].slice(0, MAX_PICTURES) }, placeholder: { startsWith: BACKDROP_PREFIX } },
    select: { url: true, placeholder: true },
  })
  return rows.map(({ url, placeholder }) => ({ url, backdrop: placeholder }))
}

/** A rendered text with the smaller copies of its pictures, and the backdrops of those that are transparent. */
export async function withPictures(html: SafeHtml): Promise<{ html: SafeHtml; backdrops: Backdrop[] }> {
  const urls = pictureUrls(html)
  if (urls.size === 0) return { html, backdrops: [] }
  const rows = await db().media.findMany({
    where: { url: { in: [...urls].slice(0, MAX_PICTURES) } },
    select: { url: true, placeholder: true, width: true, height: true, variants: true },
  })
  const pictures = new Map<string, SizedPicture>()
  for (const { url, width, height, variants } of rows) {
    const srcSet = srcSetOf({ url, width, variants: publicVariants(variants) })
    if (srcSet) pictures.set(url, { width, height, srcSet })
  }
  const backdrops = rows.flatMap(({ url, placeholder }) => {
    const backdrop = backdropOf(placeholder)
    return backdrop ? [{ url, backdrop }] : []
  })
  return { html: offerSmallerPictures(html, pictures), backdrops }
}
