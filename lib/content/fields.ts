import { z } from 'zod'
import { EMAIL_MAX_CHARACTERS } from '@/lib/content/contract-limits'
import { isLocalHost } from '@/lib/content/local-host'
import { typedEmail } from '@/lib/content/typed'
import { hasVisibleCharacter, nameLine, oneLine } from '@/lib/content/visible-text'

/** Length as a person counts it: an emoji is one character, not two. */
export function characterCount(text: string): number {
  let count = 0
  for (const _ of text) count += 1
  return count
}

const refusing = (characters: RegExp) => (name: string) =>
  [(text: string) => !characters.test(text), `${name} contains a character that cannot be stored.`] as const

/** Refuses NUL and half of a character, such as JSON can bring: text columns store neither. */
export const storable = refusing(/[\0\p{Surrogate}]/u)
/** For what is hashed: anything but half of a character. */
export const hashable = refusing(/\p{Surrogate}/u)

/** How long a text may be before it is tidied: longer is nobody's mistake, and too much to walk over. */
const untidiedMax = (max: number) => Math.max(1_000, 10 * max)

/**
 * A trimmed text of `min` to `max` characters, composed (NFC), so that the same letters are the same text however they
 * were typed; line breaks are stored as \n, whatever the sender's system. `name` begins the sentences people read.
 */
export function textField(name: string, min: number, max: number) {
  return boundedText(name, min, max, (text) => text.normalize().replace(/\r\n?/g, '\n').trim())
}

/**
 * A name, a title or the like: one line, of which at least one character is visible unless it is blank and may be.
 * Composed as `textField`. Control characters and what reorders the text around it are taken out, invisible characters
 * at its ends too.
 */
export function lineField(name: string, min: number, max: number) {
  return visibleText(name, min, max, oneLine)
}

/** The same for what somebody or something is called. */
export function nameField(name: string, min: number, max: number) {
  return visibleText(name, min, max, nameLine)
}

function visibleText(name: string, min: number, max: number, tidy: (text: string) => string) {
  return boundedText(name, min, max, (text) => tidy(text.normalize())).refine(
    (text) => text === '' || hasVisibleCharacter(text),
    {
      error: `${name} needs at least one visible character.`,
    },
  )
}

function boundedText(name: string, min: number, max: number, tidy: (text: string) => string) {
  return z
    .string({ error: (issue) => (issue.input === undefined ? `${name} is required.` : `${name} must be text.`) })
    .max(untidiedMax(max), { error: `${name} can have at most ${max} characters.`, abort: true })
    .transform(tidy)
    .pipe(
      z
        .string()
        .refine(...storable(name))
        .refine((text) => characterCount(text) >= min, {
          error: min === 1 ? `${name} is required.` : `${name} needs at least ${min} characters.`,
        })
        .refine((text) => characterCount(text) <= max, { error: `${name} can have at most ${max} characters.` }),
    )
    .meta({ title: name, ...(min > 0 && { minLength: min }), maxLength: max })
}

/**
 * Rich text in a request, trimmed: only its size is checked here, the sanitiser does the rest. It composes the texts
 * inside: composed as a whole, a tag's `>` and U+0338 after it would become one letter.
 */
export function htmlField(name: string, maxBytes: number) {
  return z
    .string({ error: `${name} must be text.` })
    .trim()
    .refine(...storable(name))
    .refine((html) => new TextEncoder().encode(html).length <= maxBytes, {
      error: `${name} is too long: at most ${Math.floor(maxBytes / 1024)} KiB.`,
    })
    .meta({ title: name, description: `HTML, at most ${maxBytes / 1024} KiB as UTF-8.`, maxLength: maxBytes })
}

/** A valid e-mail address. `name` begins the sentences people read. */
export function emailField(name: string) {
  return z
    .string({ error: (issue) => (issue.input === undefined ? `${name} is required.` : `${name} must be text.`) })
    .max(untidiedMax(EMAIL_MAX_CHARACTERS), {
      error: `${name} can have at most ${EMAIL_MAX_CHARACTERS} characters.`,
      abort: true,
    })
    .transform(typedEmail)
    .pipe(
      z
        .string()
        .min(1, { error: `${name} is required.`, abort: true })
        .max(EMAIL_MAX_CHARACTERS, {
          error: `${name} can have at most ${EMAIL_MAX_CHARACTERS} characters.`,
          abort: true,
        })
        .pipe(z.email(`${name} must be a valid address, such as name@example.org.`)),
    )
    .meta({ title: name, maxLength: EMAIL_MAX_CHARACTERS })
}

/** Blank, or an http(s) URL of at most `max` characters; never composed, because a server may tell the forms apart. */
export function webAddressField(name: string, max: number) {
  const address = z
    .string()
    .refine((text) => text === '' || isWebAddress(text), {
      error: `${name} must be a web address that starts with http:// or https://.`,
      abort: true,
    })
    .refine((text) => text === '' || !hasCredentials(text), {
      error: `${name} cannot have a user name or password in it: everybody could read them.`,
    })
  return boundedText(name, 0, max, (text) => text.trim()).pipe(address)
}

/** The same for what others are sent to: it does not lead into somebody's own network. */
export function publicAddressField(name: string, max: number) {
  return webAddressField(name, max).refine((text) => !isLocalHost(URL.parse(text)?.hostname ?? ''), {
    error: `${name} must be an address that others can reach, not one of your own network.`,
  })
}

function hasCredentials(text: string): boolean {
  const { username = '', password = '' } = URL.parse(text) ?? {}
  return username !== '' || password !== ''
}

function isWebAddress(text: string): boolean {
  if (!/^https?:\/\/[^/]/i.test(text) || /[\s<>"\\^`{|}]/.test(text)) return false
  try {
    return new URL(text).hostname !== ''
  } catch {
    return false
  }
}

/** The `version` a write is based on; a string of digits in multipart forms. */
export const versionField = z
  .union(
    [
      z.number(),
      z
        .string()
        .regex(/^\d{1,10}$/)
        .transform(Number),
    ],
    { error: 'Version must be a whole number.' },
  )
  .pipe(z.number().int('Version must be a whole number.').min(1, 'Version must be a whole number.').max(2_147_483_647))

/** `limit` and `after` of the list calls, from a query string. */
export const pageQuerySchema = z.object({
  limit: z
    .string()
    .regex(/^\d{1,3}$/, 'limit must be a whole number from 1 to 100.')
    .transform(Number)
    .pipe(
      z
        .number()
        .min(1, 'limit must be a whole number from 1 to 100.')
        .max(100, 'limit must be a whole number from 1 to 100.'),
    )
    .meta({ description: 'From 1 to 100.' })
    .optional(),
  after: z.string().optional(),
})

export type PageQuery = z.output<typeof pageQuerySchema>
