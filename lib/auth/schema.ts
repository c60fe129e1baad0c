import * as z from 'zod/mini'

/** Who someone is, as sign-in and the logged-in call answer it. */
export const sessionAnswerSchema = z.object({
  message: z.string(),
  _id: z.string(),
  userProfile: z.object({ name: z.string(), isAdmin: z.boolean() }),
})

export type SessionAnswer = z.output<typeof sessionAnswerSchema>
