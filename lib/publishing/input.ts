import { z } from 'zod'
import { pageQuerySchema } from '@/lib/content/fields'
import { isPlausibleDate, PLAUSIBLE_DATES, STATUS_FILTERS } from '@/lib/publishing/status'

const DATE_FORM = 'publishAt must be a time in ISO 8601 and UTC, such as 2026-03-01T09:00:00Z.'

/** The publishing fields of creating and updating. `publishAt` may be null, as a draft's response has it: no date. */
export const publishingFields = {
  status: z.enum(['draft', 'published'], { error: 'status can only be draft or published.' }).optional(),
  publishAt: z
    .union([z.iso.datetime({ error: DATE_FORM }), z.null()], { error: DATE_FORM })
    .transform((text) => (text === null ? undefined : new Date(text)))
    .refine((date) => date === undefined || isPlausibleDate(date), { error: `publishAt must be ${PLAUSIBLE_DATES}.` })
    .optional(),
}

/** What an admin may ask for besides. */
export const statusQuery = {
  status: z.enum(STATUS_FILTERS, { error: `status can only be ${STATUS_FILTERS.join(', ')}.` }).optional(),
}

export const adminPageQuerySchema = pageQuerySchema.extend(statusQuery)
