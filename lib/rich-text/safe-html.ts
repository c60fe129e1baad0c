declare const sanitised: unique symbol

/**
 * Sanitised HTML. Created only by the sanitiser, by the render step and the comparison that work on its result, and by
 * `trustStored`, which checks the `stamp` stored with a row. A plain string is not assignable to it.
 */
export type SafeHtml = string & { readonly [sanitised]: true }

/** One line of a table of contents: `id` is the heading's id in the rendered HTML, `level` its rank from 1 to 6. */
export type TocEntry = { id: string; text: string; level: number }

/** The result of saving a rich text; every field is stored, so that no view has to compute it. */
export type RichText = {
  /** The source: what the editor loads and the API returns. */
  html: SafeHtml
  /** The sanitiser version that made `html` and `rendered`. */
  stamp: string
  /** `html` for display: heading ids, highlighted code, lazy images. */
  rendered: SafeHtml
  toc: TocEntry[]
  wordCount: number
}
