import { PLATE_PREFIX, type Plate, plateOf } from '@/lib/media/plate'
import { publicVariants, srcSetOf } from '@/lib/media/variants'
import { db } from '@/lib/platform/server/db'
import type { SafeHtml } from '@/lib/rich-text/safe-html'
import { offerSmallerPictures, pictureUrls, type SizedPicture } from '@/lib/rich-text/server/picture-sizes'

/** More addresses than this in one text are not looked up. */
const MAX_PICTURES = 1_000

/** The plates of the transparent pictures in texts, which were stored before them. */
export async function platesIn(...texts: string[]): Promise<Plate[]> {
  const urls = pictureUrls(...texts)
  if (urls.size === 0) return []
  const rows = await db().media.findMany({
    where: { url: { in: [...urls].slice(0, MAX_PICTURES) }, placeholder: { startsWith: PLATE_PREFIX } },
    select: { url: true, placeholder: true },
  })
  return rows.map(({ url, placeholder }) => ({ url, plate: placeholder }))
}

/** A rendered text with the smaller copies of its pictures, and the plates of those that are transparent. */
export async function withPictures(html: SafeHtml): Promise<{ html: SafeHtml; plates: Plate[] }> {
  const urls = pictureUrls(html)
  if (urls.size === 0) return { html, plates: [] }
  const rows = await db().media.findMany({
    where: { url: { in: [...urls].slice(0, MAX_PICTURES) } },
    select: { url: true, placeholder: true, width: true, height: true, variants: true },
  })
  const pictures = new Map<string, SizedPicture>()
  for (const { url, width, height, variants } of rows) {
    const srcSet = srcSetOf({ url, width, variants: publicVariants(variants) })
    if (srcSet) pictures.set(url, { width, height, srcSet })
  }
  const plates = rows.flatMap(({ url, placeholder }) => {
    const plate = plateOf(placeholder)
    return plate ? [{ url, plate }] : []
  })
  return { html: offerSmallerPictures(html, pictures), plates }
}
