import { permanentRedirect } from 'next/navigation'
import { findMoved, findWritten } from '@/lib/addresses/server/queries'
import { isId } from '@/lib/platform/ids'
import { decodedSegment } from '@/lib/routes/paths'
import { type Addressed, canonicalPath, publicPaths } from '@/lib/routes/public-paths'
import { getSettings } from '@/lib/site-settings/server/queries'

/**
 * Answers 308 where a page of this kind has another address: one that moved, one written in capitals, and the id where
 * links of the site are readable. Call it outside of any boundary.
 * @param segment of the address that is asked for
 * @param shown what is there, if anything
 */
export async function leadOn(kind: 'note' | 'post', segment: string, shown: Addressed | undefined): Promise<void> {
  const address = decodedSegment(segment)
  const { addresses } = await getSettings()
  if (shown) {
    if (addresses === 'readable' && isId(address) && shown.slug !== '') permanentRedirect(canonicalPath(kind, shown))
    return
  }
  await leadOnFile(kind, address, (path) => path)
}

/**
 * Answers 308 where a page of this kind, or a file of it, is asked for by an address that the page had before.
 * @param file its address, from that of the page
 */
export async function leadOnFile(
  kind: 'note' | 'post',
  address: string,
  file: (path: string) => string,
): Promise<void> {
  const moved = (await findMoved(publicPaths[kind](address))) ?? (await findWritten(kind, address))
  if (moved) permanentRedirect(file(canonicalPath(moved.kind, moved)))
}
