import type { RichText } from '@/lib/rich-text/safe-html'
import { renderRichText } from './render'
import { sanitise } from './sanitise'
import { SANITISER_VERSION } from './sanitiser-version'

// Loads jsdom (see `sanitise.ts`): import it with `await import()`.

/**
 * The expensive part of writing a text; string in, plain data out, so that it can run in a worker. Guard the text
 * first.
 * @throws AppError "unprocessable" when it cannot be made safe
 */
export function sanitiseAndRender(html: string): RichText {
  const safe = sanitise(html)
  return { html: safe, stamp: SANITISER_VERSION, ...renderRichText(safe) }
}
