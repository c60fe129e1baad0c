import { RICH_TEXT_MAX_BYTES } from '@/lib/content/contract-limits'
import { fieldError } from '@/lib/http/errors'
import { type Fragment, MarkupTooComplex, parseTree } from '@/packages/convert/tree'
import { hasMoreTags } from './sanitiser-queue'

/** The maximum of `<` in one text. A long article has about 3,000. */
const RICH_TEXT_MAX_TAGS = 20_000

/**
 * Refuses text that would occupy the sanitiser for too long: too large, too many tags, nested too deep. Takes linear
 * time, so that refusing is cheap. Returns the parsed tree. `field` is the field's name in the request.
 * @throws AppError "unprocessable" naming the field
 */
export function assertRichTextLimits(html: string, field: string): Fragment {
  // A UTF-16 unit takes at least one byte: the cheap comparison avoids encoding a huge string.
  if (html.length > RICH_TEXT_MAX_BYTES || Buffer.byteLength(html) > RICH_TEXT_MAX_BYTES) {
    throw fieldError(field, 'This text is too long: at most 1 MiB with its formatting. Split it into two notes.')
  }
  if (hasMoreTags(html, RICH_TEXT_MAX_TAGS)) {
    throw fieldError(field, 'This text has too much formatting: at most 20,000 tags. Split it into two notes.')
  }
  try {
    return parseTree(html)
  } catch (error) {
    if (!(error instanceof MarkupTooComplex)) throw error
    throw fieldError(
      field,
      error.reason === 'depth'
        ? 'The formatting of this text is nested too deeply: at most 100 levels. Remove some of its formatting.'
        : 'The formatting of this text is too complex. Remove some of its formatting.',
    )
  }
}
