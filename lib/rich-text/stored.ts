import type { RichText } from '@/lib/rich-text/safe-html'
import { storedSafe } from '@/lib/rich-text/stamp'

/** Rich text as a row holds it: as clean as its stamp says. */
export type StoredRichText = { [Field in keyof RichText]: RichText[Field] extends string ? string : RichText[Field] }

/**
 * Stored rich text, ready to show. Text cleaned by today's policy is served as it is; anything else (an import,
 * hand-written SQL, an older policy) is cleaned now and handed to `save`, so that it costs once.
 */
export async function readStored(
  stored: StoredRichText,
  save: (fresh: RichText) => Promise<unknown>,
): Promise<RichText> {
  const html = storedSafe(stored.html, stored.stamp)
  const rendered = storedSafe(stored.rendered, stored.stamp)
  if (html !== null && rendered !== null) return { ...stored, html, rendered }
  const { refreshRichText } = await import('@/lib/rich-text/clean')
  const fresh = await refreshRichText(stored.html)
  await save(fresh)
  return fresh
}
