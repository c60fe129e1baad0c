import type { RichText, SafeHtml } from '@/lib/rich-text/safe-html'

/** Grows with every change of what the sanitiser or the render step writes: rows made before are then made again. */
const POLICY_VERSION = 3

/** The installed DOMPurify; the sanitiser's self-test refuses to run beside another one. */
export const DOMPURIFY_VERSION = '3.4.18'

/** Stored beside every sanitised text. Here and not in the sanitiser, so that reading it loads no jsdom. */
export const SANITISER_VERSION = `${POLICY_VERSION}/${DOMPURIFY_VERSION}`

/** What cleaning makes of no text: what a new account's row holds. */
export const EMPTY_RICH_TEXT: Readonly<RichText> = {
  html: '' as SafeHtml,
  stamp: SANITISER_VERSION,
  rendered: '' as SafeHtml,
  toc: [],
  wordCount: 0,
}

/**
 * A stored text as `SafeHtml` when its stamp is the present one, null when the row must be sanitised again
 * (an older policy, an import, a seed, a row written by SQL): then `refreshRichText` of `clean.ts` makes it anew.
 */
export function trustStored(html: string, stamp: string): SafeHtml | null {
  return stamp === SANITISER_VERSION ? (html as SafeHtml) : null
}
