import { z } from 'zod'

/** What GET /api/audit takes. */
export const auditQuerySchema = z.object({
  format: z.enum(['csv', 'jsonl'], { error: 'format must be csv or jsonl.' }),
  filter: z.string().normalize().trim().max(200, 'filter can have at most 200 characters.').default(''),
})
