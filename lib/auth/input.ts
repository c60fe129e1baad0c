import { z } from 'zod'
import { hashable, storable } from '@/lib/content/fields'
import { typedCode, typedEmail } from '@/lib/content/typed'

const required = (name: string) => (issue: { input?: unknown }) =>
  issue.input === undefined ? `${name} is required.` : `${name} must be text.`

/** The body of a sign-in; which field was wrong is not revealed. */
export const signInSchema = z.object({
  email: z
    .string({ error: required('Email') })
    .max(1_000, { error: 'Email is too long.', abort: true })
    .transform(typedEmail)
    .pipe(
      z
        .string()
        .min(1, 'Email is required.')
        .refine(...storable('Email')),
    ),
  password: z
    .string({ error: required('Password') })
    .min(1, 'Password is required.')
    .max(1_000, 'Password is too long.')
    .refine(...hashable('Password')),
  /** A code of an authenticator app, or a recovery code; only accounts with a second factor need it. */
  code: z.string().max(100, 'Code is too long.').transform(typedCode).optional(),
})

const currentPassword = signInSchema.shape.password
const codeField = z
  .string({ error: required('Code') })
  .max(100, { error: 'Code is too long.', abort: true })
  .transform(typedCode)
  .pipe(z.string().min(1, 'Code is required.'))

/** What can be done to one's own second factor. */
export const secondFactorActionSchema = z.discriminatedUnion(
  'action',
  [
    z.object({ action: z.literal('begin'), password: currentPassword }),
    z.object({ action: z.literal('confirm'), code: codeField }),
    z.object({ action: z.literal('disable'), password: currentPassword, code: codeField }),
  ],
  { error: 'The action must be begin, confirm or disable.' },
)

export type SecondFactorAction = z.output<typeof secondFactorActionSchema>

export type SignInInput = z.output<typeof signInSchema>
