import { z } from 'zod'
import { slugField } from '@/lib/addresses/input'
import { RICH_TEXT_MAX_BYTES, TITLE_MAX_CHARACTERS } from '@/lib/content/contract-limits'
import { htmlField, lineField, versionField } from '@/lib/content/fields'
import { publishingFields } from '@/lib/publishing/input'
import { submissionField } from '@/lib/working-copy/input'

const title = lineField('Title', 1, TITLE_MAX_CHARACTERS)
const description = htmlField('Description', RICH_TEXT_MAX_BYTES)
/** Its position among the links of the footer; "" for none. */
const footer = z
  .string({ error: 'Footer must be text.' })
  .trim()
  .regex(/^(?:[1-9]\d?)?$/, 'Footer can be a whole number from 1 to 99, or blank.')
/** What search engines are told. */
const robots = z.enum(['', 'noindex'], { error: 'Search engines can be blank or noindex.' })

export const updatePageSchema = z.object({
  title: title.optional(),
  description: description.optional(),
  footer: footer.optional(),
  robots: robots.optional(),
  slug: slugField,
  ...publishingFields,
  version: versionField.optional(),
  draft: submissionField,
})

export const createPageSchema = z.object({
  ...updatePageSchema.shape,
  title,
  description: description.default(''),
  footer: footer.default(''),
  robots: robots.default(''),
})

export type CreatePageInput = z.output<typeof createPageSchema>
export type UpdatePageInput = z.output<typeof updatePageSchema>
