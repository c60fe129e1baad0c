import { PLATE_PREFIX, type Plate } from '@/lib/media/plate'
import { db } from '@/lib/platform/server/db'

/** More addresses than this in one text are not looked up. */
const MAX_PICTURES = 1_000

/** The plates of the transparent pictures in texts, which were stored before them. */
export async function platesIn(...texts: string[]): Promise<Plate[]> {
  const urls = new Set<string>()
  for (const [, src = ''] of texts.join('').matchAll(/<img\b[^<>]*? src="([^"<]+)"/g))
    urls.add(src.replaceAll('&amp;', '&'))
  if (urls.size === 0) return []
  const rows = await db().media.findMany({
    where: { url: { in: [...urls].slice(0, MAX_PICTURES) }, placeholder: { startsWith: PLATE_PREFIX } },
    select: { url: true, placeholder: true },
  })
  return rows.map(({ url, placeholder }) => ({ url, plate: placeholder }))
}
