import { setImmediate } from 'node:timers/promises'
import { AppError } from '@/lib/http/errors'
import { type SaveDataImage, storeDataImages } from './data-images'
import { guardRichText } from './guard'
import { convertQuill, looksLikeQuill } from './legacy-quill'
import type { RichText } from './safe-html'
import { SANITISER_STAMP } from './stamp'
import { writeTree } from './tree'

type CleanOptions = {
  /** Where pictures written as data URLs go; without it they stay as they are. */
  saveDataImage?: SaveDataImage
}

/**
 * The one way by which rich text gets into the database: guard, conversion of old notes, pictures into the store,
 * sanitiser, render step. `field` is the field's name in the request, for the refusal.
 * @throws AppError "unprocessable" when the text is too long, too deep or cannot be made safe
 */
export async function cleanRichText(html: string, field: string, options: CleanOptions = {}): Promise<RichText> {
  const tree = guardRichText(html, field)
  const isOld = looksLikeQuill(html)
  if (isOld) convertQuill(tree)
  const hasDataImages = options.saveDataImage !== undefined && html.includes('data:image/')
  if (options.saveDataImage && hasDataImages) await storeDataImages(tree, options.saveDataImage)
  // A batch (import, seed) that never yields keeps every jsdom document in memory.
  await setImmediate()
  return sanitiseAndRender(isOld || hasDataImages ? writeTree(tree) : html)
}

/**
 * For a stored text whose stamp is not the present one (`storedSafe` gave null): what `cleanRichText` would make of
 * it. Never refuses: a text that cannot be sanitised comes back showing its source.
 */
export async function refreshRichText(html: string): Promise<RichText> {
  try {
    return await cleanRichText(html, 'description')
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const [{ shownAsSource }, { renderRichText }] = await Promise.all([import('./sanitise'), import('./render')])
    const safe = shownAsSource(html)
    return { html: safe, stamp: SANITISER_STAMP, ...renderRichText(safe) }
  }
}

/** All that costs time, and nothing but a string goes in: the part to move into a worker with a time limit. */
async function sanitiseAndRender(html: string): Promise<RichText> {
  const [{ sanitise }, { renderRichText }] = await Promise.all([import('./sanitise'), import('./render')])
  const safe = sanitise(html)
  return { html: safe, stamp: SANITISER_STAMP, ...renderRichText(safe) }
}
