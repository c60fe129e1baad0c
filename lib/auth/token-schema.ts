import * as z from 'zod/mini'

export const TOKENS_NEED_HTTPS = 'Tokens are made only where SITE_URL starts with https://.'
export const SIGN_IN_AGAIN = 'Please sign in again before making a token.'
export const TOKEN_DAYS = [7, 30, 90, 365] as const

/** One of one's own live tokens; never the token itself. */
export const tokenSchema = z.object({
  _id: z.string(),
  name: z.string(),
  scopes: z.array(z.string()),
  /** The last characters of the token. */
  lastFour: z.string(),
  createdAt: z.string(),
  expiresAt: z.string(),
  lastUsedAt: z.nullable(z.string()),
})

export type Token = z.output<typeof tokenSchema>
