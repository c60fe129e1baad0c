import { z } from 'zod'
import { CONTENT_NAMES } from '@/lib/content/kinds'

/** What POST /api/history/new takes. */
export const keepRevisionSchema = z.object({
  kind: z.enum(CONTENT_NAMES, { error: 'kind can only be note, post or page.' }),
  id: z.string({ error: 'id is required.' }),
})
