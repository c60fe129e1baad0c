import type { RichText } from '@/lib/rich-text/safe-html'
import type { Priority } from '@/lib/rich-text/server/sanitiser-queue'
import { trustStored } from '@/lib/rich-text/server/sanitiser-version'

/** Rich text as a row holds it: as clean as its stamp says. */
export type StoredRichText = { [Field in keyof RichText]: RichText[Field] extends string ? string : RichText[Field] }

/**
 * Stored rich text, ready to show. Text cleaned by today's policy is served as it is; anything else (an import,
 * hand-written SQL, an older policy) is cleaned in memory: a read writes nothing, the maintenance stores what comes out.
 * @throws AppError "unavailable" when too many others are being cleaned
 */
export async function readStored(stored: StoredRichText, lane: Priority): Promise<RichText> {
  const html = trustStored(stored.html, stored.stamp)
  const rendered = trustStored(stored.rendered, stored.stamp)
  if (html !== null && rendered !== null) return { ...stored, html, rendered }
  const { refreshRichText } = await import('@/lib/rich-text/server/clean')
  return refreshRichText(stored.html, lane)
}
