import type { RichTextField } from '@/lib/content/kinds'
import { ownValue } from '@/lib/platform/own-value'
import type { RichText, TocEntry } from '@/lib/rich-text/safe-html'
import { showingNoEmptyHeadings } from '@/lib/rich-text/server/empty-headings'
import { readStored } from '@/lib/rich-text/server/stored'

type StoredColumns<Field extends RichTextField> = Record<Field | `${Field}Stamp`, string> & {
  wordCount: number
  rendered?: string
  toc?: unknown
}

/** The rich text of a row, by the current sanitiser version. */
export async function readRichText<Field extends RichTextField>(
  row: StoredColumns<Field>,
  field: Field,
): Promise<RichText> {
  const { rendered = '', toc = [], wordCount } = row
  const stored = {
    html: row[field],
    stamp: String(ownValue<unknown>(row, `${field}Stamp`)),
    rendered,
    toc: toc as TocEntry[],
    wordCount,
  }
  return asShown(field, await readStored(stored, 'admins'))
}

/** A story is shown without the headings of its template that were not filled in. */
function asShown(field: RichTextField, text: RichText): RichText {
  return field === 'story' ? showingNoEmptyHeadings(text) : text
}

/** The columns a sanitised rich text is stored in. */
export function richTextColumns<Field extends RichTextField>(field: Field, text: RichText) {
  const { html, stamp, rendered, toc, wordCount } = asShown(field, text)
  const named = { [field]: html, [`${field}Stamp`]: stamp } as Record<Field | `${Field}Stamp`, string>
  return { ...named, rendered, toc, wordCount }
}
