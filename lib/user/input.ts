import { z } from 'zod'
import { signInSchema } from '@/lib/auth/input'
import {
  NAME_MAX_CHARACTERS,
  PASSWORD_MAX_CHARACTERS,
  PASSWORD_MIN_CHARACTERS,
  RICH_TEXT_MAX_BYTES,
  USERNAME_MAX_CHARACTERS,
  USERNAME_MIN_CHARACTERS,
} from '@/lib/content/contract-limits'
import {
  nameField as calledField,
  characterCount,
  emailField,
  hashable,
  htmlField,
  versionField,
} from '@/lib/content/fields'

const required = (name: string) => (issue: { input?: unknown }) =>
  issue.input === undefined ? `${name} is required.` : `${name} must be text.`

const usernameField = z
  .string({ error: required('Username') })
  .trim()
  .min(1, { error: 'Username is required.', abort: true })
  .min(USERNAME_MIN_CHARACTERS, {
    error: `Username needs at least ${USERNAME_MIN_CHARACTERS} characters.`,
    abort: true,
  })
  .max(USERNAME_MAX_CHARACTERS, {
    error: `Username can have at most ${USERNAME_MAX_CHARACTERS} characters.`,
    abort: true,
  })
  .regex(/^[A-Za-z0-9._-]+$/, "Username can only have letters, digits, '.', '_' and '-'.")

/** Counted and stored composed, as it is compared (lib/auth/server/password.ts). */
const passwordField = z
  .string({ error: required('Password') })
  .max(10 * PASSWORD_MAX_CHARACTERS, {
    error: `Password can have at most ${PASSWORD_MAX_CHARACTERS} characters.`,
    abort: true,
  })
  .normalize()
  .refine((text) => characterCount(text) >= PASSWORD_MIN_CHARACTERS, {
    error: `Password needs at least ${PASSWORD_MIN_CHARACTERS} characters.`,
  })
  .refine((text) => characterCount(text) <= PASSWORD_MAX_CHARACTERS, {
    error: `Password can have at most ${PASSWORD_MAX_CHARACTERS} characters.`,
  })
  .refine(...hashable('Password'))
  .meta({ minLength: PASSWORD_MIN_CHARACTERS, maxLength: PASSWORD_MAX_CHARACTERS })

const nameField = calledField('Name', 1, NAME_MAX_CHARACTERS)

export const signUpSchema = z.object({
  name: nameField,
  username: usernameField,
  email: emailField('Email'),
  password: passwordField,
})

/** What is left out keeps its value; so does a blank password. */
export const updateProfileSchema = z.object({
  name: nameField.optional(),
  username: usernameField.optional(),
  email: emailField('Email').optional(),
  password: z
    .string({ error: required('Password') })
    .transform((text) => (text === '' ? undefined : text))
    .pipe(passwordField.optional())
    .optional(),
  about: htmlField('About', RICH_TEXT_MAX_BYTES).optional(),
  version: versionField.optional(),
  /** A second factor code of the actor; required to change email or password where they have a second factor. */
  code: signInSchema.shape.code,
})

/** What the members table can do to the rows that are chosen. */
export const membersActionSchema = z.object({
  ids: z.array(z.string()).min(1, 'Choose at least one member.').max(100, 'At most 100 members at once.'),
  action: z.enum(['promote', 'demote', 'end-sessions', 'delete'], {
    error: 'The action must be promote, demote, end-sessions or delete.',
  }),
})

export type MembersAction = z.output<typeof membersActionSchema>
export type SignUpInput = z.output<typeof signUpSchema>
export type UpdateProfileInput = z.output<typeof updateProfileSchema>
