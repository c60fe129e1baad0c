import * as z from 'zod/mini'

/** The fields that only responses to admins have. */
export const publishingStateFields = {
  status: z.enum(['draft', 'scheduled', 'published']),
  publishAt: z.nullable(z.iso.datetime()),
}
