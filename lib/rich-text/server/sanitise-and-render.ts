import type { RichText } from '@/lib/rich-text/safe-html'
import { renderRichText } from './render'
import { sanitise } from './sanitise'
import { SANITISER_VERSION } from './sanitiser-version'

// Loads jsdom, as `sanitise.ts` says: import it with `await import()`.

/**
 * All that costs time when a text is written; a string in, plain data out. Guard the text first.
 * @throws AppError "unprocessable" when it cannot be made safe
 */
export function sanitiseAndRender(html: string): RichText {
  const safe = sanitise(html)
  return { html: safe, stamp: SANITISER_VERSION, ...renderRichText(safe) }
}
