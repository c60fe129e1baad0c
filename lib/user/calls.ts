import * as z from 'zod/mini'
import { countSchema, messageSchema } from '@/lib/calls/answers'
import { type Call, json } from '@/lib/calls/call'
import { MEMBER_BODY_MAX_BYTES, TEXT_BODY_MAX_BYTES } from '@/lib/content/contract-limits'
import type { membersActionSchema, signUpSchema, updateProfileSchema } from '@/lib/user/input'
import { profileSchema, sessionSchema } from '@/lib/user/schema'

export const userCalls = {
  signUp: {
    summary: 'Registers a member; does not sign in.',
    method: 'POST',
    path: '/api/user/signup',
    access: 'anyone',
    body: json<typeof signUpSchema>(),
    status: 201,
    answer: z.object({ message: z.string(), _id: z.string() }),
    refuses: [409],
    audit: 'account.create',
  },
  readProfile: {
    summary: 'A profile, with the email only for whom may read it.',
    method: 'GET',
    path: '/api/user/profile/:id',
    access: 'anyone',
    answer: z.object({ user: profileSchema }),
  },
  /**
   * With `version`, only if it has not changed since. 403 names `password` or `email` when the sign-in is too old to
   * change it, 422 names `code` when a second factor is required. A new password ends every session of the account.
   */
  updateProfile: {
    summary: "Changes a profile: one's own, or any for an admin.",
    method: 'PUT',
    path: '/api/user/profile/:id',
    access: 'member',
    body: json<typeof updateProfileSchema>(TEXT_BODY_MAX_BYTES, MEMBER_BODY_MAX_BYTES),
    answer: z.object({ message: z.string(), user: profileSchema }),
    current: profileSchema,
    audit: 'profile.update',
    invalidatesPages: true,
  },
  listSessions: {
    summary: "One's own live sessions.",
    method: 'GET',
    path: '/api/user/sessions',
    access: 'member',
    answer: z.object({ sessions: z.array(sessionSchema) }),
  },
  endOtherSessions: {
    summary: "Ends one's own sessions but this one.",
    method: 'DELETE',
    path: '/api/user/sessions',
    access: 'member',
    answer: countSchema,
    audit: 'session.end-others',
  },
  endSession: {
    summary: "Ends one of one's own sessions.",
    method: 'DELETE',
    path: '/api/user/sessions/:id',
    access: 'member',
    answer: messageSchema,
    audit: 'session.end-other',
  },
  changeMembers: {
    summary: 'Changes several members; 409 where no admin would be left.',
    method: 'POST',
    path: '/api/user/members',
    access: 'admin',
    body: json<typeof membersActionSchema>(),
    answer: countSchema,
    refuses: [409],
    audit: 'member.change',
    invalidatesPages: true,
  },
} as const satisfies Record<string, Call>
