import { z } from 'zod'

/** What POST /api/history/new takes. */
export const keepRevisionSchema = z.object({
  kind: z.enum(['note', 'post'], { error: 'kind can only be note or post.' }),
  id: z.string({ error: 'id is required.' }),
})
