import { z } from 'zod'
import { slugField } from '@/lib/addresses/input'
import {
  CHOSEN_NOTES_MAX,
  NOTE_ABOUT_MAX_CHARACTERS,
  RELATED_MAX_CHARACTERS,
  RICH_TEXT_MAX_BYTES,
  SERIES_MAX_CHARACTERS,
  TECH_MAX_CHARACTERS,
  TITLE_MAX_CHARACTERS,
} from '@/lib/content/contract-limits'
import { htmlField, lineField, nameField, textField, versionField } from '@/lib/content/fields'
import { noSuchNote, notePath, relatedPaths } from '@/lib/note/related'
import { publishingFields } from '@/lib/publishing/input'
import { submissionField } from '@/lib/working-copy/input'

/** Names of one series are one text, however they were spaced. */
const seriesField = nameField('Series', 0, SERIES_MAX_CHARACTERS)
  .transform((text) => text.replace(/\s+/g, ' '))
  .optional()

const relatedField = textField('Related notes', 0, RELATED_MAX_CHARACTERS)
  .transform((text, { issues }) => {
    const wrong = text.split('\n').find((line) => line.trim() !== '' && notePath(line) === null)
    if (wrong) issues.push({ code: 'custom', message: noSuchNote(wrong), input: text })
    const paths = relatedPaths(text)
    if (paths.length > CHOSEN_NOTES_MAX)
      issues.push({ code: 'custom', message: `Choose at most ${CHOSEN_NOTES_MAX} notes.`, input: text })
    return paths.join('\n')
  })
  .optional()

const title = lineField('Title', 1, TITLE_MAX_CHARACTERS)
const about = textField('About', 0, NOTE_ABOUT_MAX_CHARACTERS)
const description = htmlField('Description', RICH_TEXT_MAX_BYTES)

export const updateNoteSchema = z.object({
  title: title.optional(),
  about: about.optional(),
  description: description.optional(),
  tech: nameField('Technologies', 0, TECH_MAX_CHARACTERS).optional(),
  series: seriesField,
  related: relatedField,
  slug: slugField,
  ...publishingFields,
  /** Of the draft that is published by it. */
  version: versionField.optional(),
  draft: submissionField,
})

export const createNoteSchema = z.object({
  ...updateNoteSchema.shape,
  title,
  about: about.default(''),
  description: description.default(''),
})

export type CreateNoteInput = z.output<typeof createNoteSchema>
export type UpdateNoteInput = z.output<typeof updateNoteSchema>
