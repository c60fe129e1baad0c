import { z } from 'zod'
import { WEB_ADDRESS_MAX_CHARACTERS } from '@/lib/content/contract-limits'
import { textField } from '@/lib/content/fields'

/** POST /api/repository: an address, and the project whose form it fills, which need not be stored yet. */
export const readRepositoryInput = z.object({
  address: textField('Repository', 1, WEB_ADDRESS_MAX_CHARACTERS),
  _id: z.string({ error: '_id must be text.' }).max(100, 'No id is so long.').optional(),
})

export type ReadRepositoryInput = z.output<typeof readRepositoryInput>
