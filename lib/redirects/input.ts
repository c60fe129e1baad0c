import { z } from 'zod'
import { textField } from '@/lib/content/fields'

const PATH_MAX_CHARACTERS = 2_000

/** What POST /api/redirect takes. `origin` and `hits` are those of one that is restored. */
export const createRedirectSchema = z.object({
  source: textField('The address', 1, PATH_MAX_CHARACTERS),
  target: textField('The page', 1, PATH_MAX_CHARACTERS).nullable(),
  origin: z.enum(['owner', 'slug', 'import'], { error: 'origin must be owner, slug or import.' }).default('owner'),
  hits: z.int('hits must be a whole number.').min(0).max(1_000_000_000).default(0),
})

export const listRedirectsSchema = z.object({
  format: z.enum(['json', 'csv'], { error: 'format must be json or csv.' }).default('json'),
})
