import type { RichText } from '@/lib/rich-text/safe-html'
import type { Priority } from '@/lib/rich-text/server/sanitiser-queue'
import { EMPTY_RICH_TEXT, trustStored } from '@/lib/rich-text/server/sanitiser-version'

/** Rich text as read from a row: safe only if its `stamp` is the current sanitiser version. */
export type StoredRichText = { [Field in keyof RichText]: RichText[Field] extends string ? string : RichText[Field] }

/**
 * Stored rich text, ready for display. Text of the current sanitiser version is returned as it is; anything else (an
 * import, hand-written SQL, an older version) is sanitised in memory: a read writes nothing, maintenance stores the
 * result.
 * @throws AppError "unavailable" when the sanitiser queue is full
 */
export async function readStored(stored: StoredRichText, priority: Priority): Promise<RichText> {
  if (stored.html === '') return EMPTY_RICH_TEXT
  const html = trustStored(stored.html, stored.stamp)
  const rendered = trustStored(stored.rendered, stored.stamp)
  if (html !== null && rendered !== null) return { ...stored, html, rendered }
  const { refreshRichText } = await import('@/lib/rich-text/server/clean')
  return refreshRichText(stored.html, priority)
}
