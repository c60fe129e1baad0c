import { z } from 'zod'
import { slugField } from '@/lib/addresses/input'
import {
  NOTE_ABOUT_MAX_CHARACTERS,
  RICH_TEXT_MAX_BYTES,
  SERIES_MAX_CHARACTERS,
  TECH_MAX_CHARACTERS,
  TITLE_MAX_CHARACTERS,
} from '@/lib/content/contract-limits'
import { htmlField, lineField, nameField, textField, versionField } from '@/lib/content/fields'
import { publishingFields } from '@/lib/publishing/input'
import { submissionField } from '@/lib/working-copy/input'

/** Names of one series are one text, however they were spaced. */
const seriesField = nameField('Series', 0, SERIES_MAX_CHARACTERS)
  .transform((text) => text.replace(/\s+/g, ' '))
  .optional()

export const createNoteSchema = z.object({
  title: lineField('Title', 1, TITLE_MAX_CHARACTERS),
  about: textField('About', 0, NOTE_ABOUT_MAX_CHARACTERS).default(''),
  description: htmlField('Description', RICH_TEXT_MAX_BYTES).default(''),
  tech: nameField('Technologies', 0, TECH_MAX_CHARACTERS).optional(),
  series: seriesField,
  slug: slugField,
  ...publishingFields,
  /** Of the draft that is published by it. */
  version: versionField.optional(),
  draft: submissionField,
})

export const updateNoteSchema = z.object({
  title: lineField('Title', 1, TITLE_MAX_CHARACTERS).optional(),
  about: textField('About', 0, NOTE_ABOUT_MAX_CHARACTERS).optional(),
  description: htmlField('Description', RICH_TEXT_MAX_BYTES).optional(),
  tech: nameField('Technologies', 0, TECH_MAX_CHARACTERS).optional(),
  series: seriesField,
  slug: slugField,
  ...publishingFields,
  version: versionField.optional(),
  draft: submissionField,
})

export type CreateNoteInput = z.output<typeof createNoteSchema>
export type UpdateNoteInput = z.output<typeof updateNoteSchema>
