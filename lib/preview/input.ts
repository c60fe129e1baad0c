import { z } from 'zod'
import { PREVIEW_DAYS, PREVIEW_DEFAULT_DAYS } from '@/lib/preview/schema'

export const createPreviewSchema = z.object({
  kind: z.enum(['note', 'post'], { error: 'kind can only be note or post.' }),
  id: z.string({ error: 'id is required.' }),
  days: z
    .literal(PREVIEW_DAYS, { error: `days can only be ${PREVIEW_DAYS.join(', ')}.` })
    .default(PREVIEW_DEFAULT_DAYS),
})

export type CreatePreviewInput = z.output<typeof createPreviewSchema>
