import { z } from 'zod'
import { characterCount } from '@/lib/content/fields'
import { FIND_LIMITS } from '@/lib/search/limits'

const NUL = '\u0000'

const wholeNumber = (name: string, min: number, max: number) => {
  const error = `${name} must be a whole number from ${min} to ${max}.`
  return z
    .string()
    .regex(/^\d{1,4}$/, error)
    .transform(Number)
    .pipe(z.number().min(min, error).max(max, error))
}

const { CHARACTERS, TECHNOLOGY_CHARACTERS, PAGES, RESULTS } = FIND_LIMITS

/** What GET /api/find and the page take. A blank filter is none. */
export const findQuerySchema = z.object({
  q: z
    .string()
    .default('')
    .transform((text) => text.trim())
    .refine((text) => !text.includes(NUL), 'A search contains a character that no text has.')
    .refine(
      (text) => characterCount(text) <= CHARACTERS,
      `A search can have at most ${CHARACTERS.toLocaleString('en')} characters.`,
    ),
  /** A path that leads nowhere: what has such a name is looked for instead. */
  near: z.string().max(CHARACTERS, `near can have at most ${CHARACTERS} characters.`).optional(),
  kind: z.preprocess(
    (value) => value || undefined,
    z.enum(['project', 'note'], 'kind must be project or note.').optional(),
  ),
  tech: z.preprocess(
    (value) => value || undefined,
    z
      .string()
      .max(TECHNOLOGY_CHARACTERS, `tech can have at most ${TECHNOLOGY_CHARACTERS} characters.`)
      .refine((text) => !text.includes(NUL), 'tech contains a character that no text has.')
      .optional(),
  ),
  year: z.preprocess((value) => value || undefined, wholeNumber('year', 1970, 9998).optional()),
  limit: wholeNumber('limit', 1, RESULTS).default(10),
  page: wholeNumber('page', 1, PAGES).default(1),
})

export type FindQuery = z.output<typeof findQuerySchema>
