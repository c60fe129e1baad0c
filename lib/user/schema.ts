import * as z from 'zod/mini'

/** A profile as the API answers it: `password` is always "", `email` is "" to those who may not read it. */
export const profileSchema = z.object({
  id: z.string(),
  _id: z.string(),
  name: z.string(),
  username: z.string(),
  email: z.string(),
  password: z.literal(''),
  about: z.string(),
  isAdmin: z.boolean(),
  version: z.number(),
})

/** One of one's own live sessions. */
export const sessionSchema = z.object({
  _id: z.string(),
  device: z.string(),
  createdAt: z.string(),
  lastSeenAt: z.string(),
  /** The one that asks. */
  isCurrent: z.boolean(),
})

export type LiveSession = z.output<typeof sessionSchema>
export type Profile = z.output<typeof profileSchema>

/** A registered user as the members table shows them. `sessions` counts the live ones. */
export type MemberRow = {
  _id: string
  name: string
  username: string
  email: string
  isAdmin: boolean
  sessions: number
  createdAt: string
}

/** Someone whose profile the about page can show. */
export type ProfileChoice = { _id: string; name: string; username: string }
