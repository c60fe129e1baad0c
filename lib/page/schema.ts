import * as z from 'zod/mini'
import type { ContentTableRow } from '@/lib/content-kind/schema'
import { publishingStateFields } from '@/lib/publishing/schema'

/** A page as the API answers it; `description` is sanitised HTML. */
export const pageSchema = z.object({
  _id: z.string(),
  /** Its address after the slash; "" of a draft that has none. */
  slug: z.string(),
  title: z.string(),
  description: z.string(),
  /** Its position among the links of the footer, "1" to "99"; "" for none. */
  footer: z.string(),
  /** "noindex" for what search engines shall leave out, else "". */
  robots: z.string(),
  createdAt: z.iso.datetime(),
  version: z.number(),
})

export type Page = z.output<typeof pageSchema>
/** A page as the API answers it to admins. */
export const adminPageSchema = z.extend(pageSchema, publishingStateFields)

export type AdminPage = z.output<typeof adminPageSchema>

/** A page as the admin's table shows it. */
export type PageTableRow = ContentTableRow & { slug: string | null; footer: string; updatedAt: string }
