import { z } from 'zod'
import { CONTENT_NAMES } from '@/lib/content/kinds'
import { PREVIEW_DAYS, PREVIEW_DEFAULT_DAYS } from '@/lib/preview/schema'

export const createPreviewSchema = z.object({
  kind: z.enum(CONTENT_NAMES, { error: 'kind can only be note, post or page.' }),
  id: z.string({ error: 'id is required.' }),
  days: z
    .literal(PREVIEW_DAYS, { error: `days can only be ${PREVIEW_DAYS.join(', ')}.` })
    .default(PREVIEW_DEFAULT_DAYS),
})

export type CreatePreviewInput = z.output<typeof createPreviewSchema>
