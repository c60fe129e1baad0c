import * as z from 'zod/mini'

/** What many writes answer; `message` can be shown to the user. */
export const messageSchema = z.object({ message: z.string() })

/** The answer of a write that changes several rows: how many it changed. */
export const countSchema = z.object({ message: z.string(), count: z.number() })
