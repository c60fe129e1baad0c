import { AppError } from '@/lib/http/errors'
import type { RichText } from '@/lib/rich-text/safe-html'
import type { Fragment } from '@/packages/convert/tree'
import { renderTree } from './render'
import { sanitiseParsed } from './sanitise'
import type { Outcome } from './sanitiser-queue'
import { SANITISER_VERSION } from './sanitiser-version'

// Loads jsdom (see `sanitise.ts`): import it with `await import()`.

/**
 * The expensive part of writing a text; string in, plain data out, so that it can run in a worker. Guard the text
 * first.
 * @param parsed the tree of that guard, unchanged; it is used up
 * @throws AppError "unprocessable" when it cannot be made safe
 */
export function sanitiseAndRender(html: string, parsed?: Fragment): RichText {
  const safe = sanitiseParsed(html, parsed)
  return { html: safe.html, stamp: SANITISER_VERSION, ...renderTree(safe.tree) }
}

/** As `sanitiseAndRender`, of a text that may be refused. */
export function outcomeOf(html: string, parsed?: Fragment): Outcome {
  try {
    return { text: sanitiseAndRender(html, parsed) }
  } catch (error) {
    if (error instanceof AppError) return { refusal: 'unsafe' }
    throw error
  }
}
