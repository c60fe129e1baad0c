import type { RichTextField } from '@/lib/content/kinds'
import { type ContentInput, ownFields, type Staged } from '@/lib/content-kind/server/mutations'
import { richTextColumns } from '@/lib/content-kind/server/rich-text'
import { type TextImages, withTextImages } from '@/lib/media/server/text-images'

/** What a write has for the columns of a rich text, and the pictures that were embedded in it. */
type StagedText = Pick<TextImages, 'attach'> & { columns: object }

/**
 * Runs `write` with a rich text cleaned and rendered, and its embedded pictures stored; without any where `html` is
 * undefined.
 * @throws AppError "unprocessable" naming the field
 */
export function withRichText<Result>(
  field: RichTextField,
  html: string | undefined,
  write: (staged: StagedText) => Promise<Result>,
): Promise<Result> {
  return withTextImages(field, async ({ store, attach }) => {
    if (html === undefined) return write({ columns: {}, attach })
    const { sanitiseRichText } = await import('@/lib/rich-text/server/clean')
    const text = await sanitiseRichText(html, field, { storeDataImage: store })
    return write({ columns: richTextColumns(field, text), attach })
  })
}

/** `stage` of a kind that has its text in `description`, and stores nothing beside its row. */
export function stageDescription<Row, Result>(
  input: ContentInput & { description?: string },
  _picture: Uint8Array | undefined,
  write: (staged: Staged<Row, Row>) => Promise<Result>,
): Promise<Result> {
  const { description, ...columns } = ownFields(input)
  return withRichText('description', description, (text) =>
    write({
      columns: { ...columns, ...text.columns },
      pictureChanges: () => [],
      async attach(transaction, row) {
        await text.attach(transaction)
        return row
      },
    }),
  )
}
