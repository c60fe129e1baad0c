import type { RichText, SafeHtml } from '@/lib/rich-text/safe-html'

/** Increase it with every change of what the sanitiser or the render step writes: older rows are then refreshed. */
const POLICY_VERSION = 10

/** The installed DOMPurify; the sanitiser's self-test refuses to run beside another one. */
export const DOMPURIFY_VERSION = '3.4.18'

/** Stored with every sanitised text. In a module of its own, so that reading it does not load jsdom. */
export const SANITISER_VERSION = `${POLICY_VERSION}/${DOMPURIFY_VERSION}`

/** The sanitised form of an empty text, for a new account's row. */
export const EMPTY_RICH_TEXT: Readonly<RichText> = {
  html: '' as SafeHtml,
  stamp: SANITISER_VERSION,
  rendered: '' as SafeHtml,
  toc: [],
  wordCount: 0,
}

/**
 * A stored text as `SafeHtml` when its `stamp` is the current sanitiser version; null when it must be sanitised again
 * (an older version, an import, a seed, a row written by SQL): see `refreshRichText` in `clean.ts`.
 */
export function trustStored(html: string, stamp: string): SafeHtml | null {
  return stamp === SANITISER_VERSION ? (html as SafeHtml) : null
}
