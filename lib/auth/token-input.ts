import { z } from 'zod'
import { signInSchema } from '@/lib/auth/input'
import { TOKEN_DAYS } from '@/lib/auth/token-schema'
import { SCOPES } from '@/lib/calls/call'
import { TOKEN_NAME_MAX_CHARACTERS } from '@/lib/content/contract-limits'
import { lineField } from '@/lib/content/fields'

export const createTokenSchema = z.object({
  name: lineField('Name', 1, TOKEN_NAME_MAX_CHARACTERS),
  scopes: z
    .array(z.enum(SCOPES, { error: `A scope is one of ${SCOPES.join(', ')}.` }), { error: 'Choose what it may do.' })
    .min(1, 'Choose what it may do.')
    .max(SCOPES.length, 'A scope is named once.')
    .transform((scopes) => [...new Set(scopes)]),
  days: z.literal(TOKEN_DAYS, { error: `days is one of ${TOKEN_DAYS.join(', ')}.` }).default(90),
  /** As in a sign-in. */
  code: signInSchema.shape.code,
})

export type CreateTokenInput = z.output<typeof createTokenSchema>
