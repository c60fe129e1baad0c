import { setImmediate } from 'node:timers/promises'
import { AppError, fieldError } from '@/lib/http/errors'
import { deadline } from '@/lib/platform/server/deadlines'
import type { RichText, SafeHtml } from '@/lib/rich-text/safe-html'
import { escapeHtml, type Fragment, writeTree } from '@/packages/convert/tree'
import { type StoreDataImage, storeDataImages } from './data-images'
import { importQuill, looksLikeQuill } from './import-quill'
import { assertRichTextLimits } from './limits'
import { hasQuillSpaces, plainSpaces } from './quill-spaces'
import { isHeavy, type Outcome, type Priority, sanitiserQueue } from './sanitiser-queue'
import { EMPTY_RICH_TEXT, SANITISER_VERSION } from './sanitiser-version'

const REFUSALS = {
  'too-heavy': 'The formatting of this text takes too long to check. Remove some of it, or split the text into two.',
  unsafe: 'The formatting of this text could not be made safe. Remove some of it.',
}

type CleanOptions = {
  /** Stores images embedded as data URLs; without it they stay embedded. */
  storeDataImage?: StoreDataImage
  /** The priority of the text; "admins" by default. */
  priority?: Priority
  /** The time limit of a heavy text, in milliseconds. */
  limitMs?: number
}

/**
 * The only way for rich text into the database: guard, conversion of old notes, storing of embedded images, sanitiser,
 * render step. `field` is the field's name in the request, for the error.
 * @throws AppError "unprocessable" naming the field when the text is too long, too deep, too heavy or cannot be made
 * safe; "unavailable" when the queue of heavy texts is full
 */
export async function sanitiseRichText(html: string, field: string, options: CleanOptions = {}): Promise<RichText> {
  if (html === '') return EMPTY_RICH_TEXT
  const { priority = 'admins', limitMs = deadline(priority === 'admins' ? 'adminText' : 'memberText') } = options
  // Even parsing a text takes time on the main thread.
  if (priority !== 'admins' && sanitiserQueue()?.hasRoom(priority) === false) throw busy()
  const tree = assertRichTextLimits(html, field)
  const isOld = looksLikeQuill(tree, html)
  if (isOld) importQuill(tree)
  // Also in texts that were converted before this was known.
  const hasSpaces = isOld || hasQuillSpaces(tree, html)
  if (hasSpaces) plainSpaces(tree)
  const storeDataImage = /data:image\//i.test(html) ? options.storeDataImage : undefined
  if (storeDataImage) await storeDataImages(tree, storeDataImage)
  // A batch (import, seed) that never yields to the event loop would hold every jsdom document in memory.
  await setImmediate()
  const outcome = await (hasSpaces || storeDataImage
    ? sanitised({ html: writeTree(tree) }, limitMs, priority)
    : sanitised({ html, tree }, limitMs, priority))
  if ('text' in outcome) return outcome.text
  if (outcome.refusal !== 'busy') throw fieldError(field, REFUSALS[outcome.refusal])
  throw busy()
}

function busy(): AppError {
  const message = 'The site is busy with other long texts. Please try again in a moment.'
  return new AppError('unavailable', message, { retryAfterSeconds: 10 })
}

/**
 * Sanitises again a stored text whose `stamp` is not the current version. A text that cannot be sanitised comes back
 * showing its source, without words to count.
 * @throws AppError "unavailable" as `sanitiseRichText` does
 */
export async function refreshRichText(html: string, priority: Priority): Promise<RichText> {
  const limitMs = deadline(priority === 'members' ? 'memberText' : 'storedText')
  try {
    return await sanitiseRichText(html, 'description', { priority, limitMs })
  } catch (error) {
    if (!(error instanceof AppError) || error.kind !== 'unprocessable') throw error
    // Only escaped: whatever else is done with what was refused for its weight would be done on the main thread.
    const source = `<pre><code>${escapeHtml(html)}</code></pre>` as SafeHtml
    return { html: source, rendered: source, stamp: SANITISER_VERSION, toc: [], wordCount: 0 }
  }
}

/** A text within the limits, with its tree unless that was changed. */
type Guarded = { html: string; tree?: Fragment }

/**
 * Heavy texts run in the server's worker thread; light ones run here, which is faster than the message. Texts of
 * members and of maintenance always run in the worker: even many light ones would block the main thread.
 */
async function sanitised({ html, tree }: Guarded, limitMs: number, priority: Priority): Promise<Outcome> {
  const cleaner = priority !== 'admins' || isHeavy(html) ? sanitiserQueue() : undefined
  if (cleaner) return cleaner.clean(html, limitMs, priority)
  const { outcomeOf } = await import('./sanitise-and-render')
  return outcomeOf(html, tree)
}
