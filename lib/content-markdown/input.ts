import { z } from 'zod'
import { isId } from '@/lib/platform/ids'

/** GET /api/text */
export const textsQuerySchema = z.object({
  after: z
    .string()
    .refine((id) => id === '' || isId(id), 'after must be the id of a text.')
    .optional(),
})
