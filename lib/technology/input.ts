import { z } from 'zod'
import { TECHNOLOGY_NAME_MAX_CHARACTERS, TECHNOLOGY_TEXT_MAX_CHARACTERS } from '@/lib/content/contract-limits'
import { nameField, textField } from '@/lib/content/fields'

const COMMA = 'A comma stands between two technologies: a name has none.'

/** What PUT /api/technology/{slug} takes: what is left out keeps its value. */
export const updateTechnologySchema = z.object({
  name: nameField('Name', 1, TECHNOLOGY_NAME_MAX_CHARACTERS)
    .refine((name) => !name.includes(','), COMMA)
    .optional(),
  text: textField('Text', 0, TECHNOLOGY_TEXT_MAX_CHARACTERS).optional(),
})

const MERGED_MAX = 50
const slug = z.string({ error: 'A technology is named by the end of its address.' }).max(200, 'No address is so long.')

/** What POST /api/technology/merge takes: technologies by the ends of their addresses, and which of them stays. */
export const mergeTechnologiesSchema = z.object({
  slugs: z
    .array(slug, { error: 'slugs must be a list.' })
    .min(1, 'Name what is to be merged.')
    .max(MERGED_MAX, `At most ${MERGED_MAX} can be merged at once.`),
  into: slug,
})

export type UpdateTechnologyInput = z.output<typeof updateTechnologySchema>
export type MergeTechnologiesInput = z.output<typeof mergeTechnologiesSchema>
