declare const sanitised: unique symbol

/**
 * HTML that went through the sanitiser. Minted in three places only: `sanitise`, the render step that works on its
 * result, and `storedSafe`, which checks the stamp saved beside a row. A plain string does not compile in its place.
 */
export type SafeHtml = string & { readonly [sanitised]: true }

/** One line of a table of contents: `id` is the heading's id in the rendered HTML, `level` its rank from 1 to 6. */
export type TocEntry = { id: string; text: string; level: number }

/** What one save of a rich text yields; every field is stored, so that no view pays for any of it. */
export type RichText = {
  /** The stored truth: what the editor loads and the API answers. */
  html: SafeHtml
  /** By which policy `html` and `rendered` were made. */
  stamp: string
  /** `html` as pages show it: heading ids, code colours, lazy pictures. */
  rendered: SafeHtml
  toc: TocEntry[]
  wordCount: number
}
