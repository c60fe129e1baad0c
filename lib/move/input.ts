import { z } from 'zod'
import { FILE_MAX_BYTES } from '@/lib/move/schema'

/** A checkbox of a form: there, or not. */
const checkbox = z
  .string()
  .optional()
  .transform((value) => value !== undefined)

/** What GET /api/move/export takes. */
export const exportQuerySchema = z.object({ drafts: checkbox, revisions: checkbox })

const megabytes = FILE_MAX_BYTES / 1_048_576

/** Of a file that is to be brought. */
export const newFileSchema = z.object({
  name: z.string().trim().min(1, 'The file needs a name.').max(200, 'The name can have at most 200 characters.'),
  bytes: z
    .int('bytes must be a whole number.')
    .min(1, 'The file is empty.')
    .max(FILE_MAX_BYTES, `The file is larger than ${megabytes} MB. Bring it by npm run import.`),
})

/** What is chosen for a look and for what follows it. */
export const choicesSchema = z.object({
  base: z
    .string()
    .trim()
    .max(2_000, 'The address can have at most 2,000 characters.')
    .refine((address) => address === '' || URL.canParse(address), 'This is not an address.')
    .refine((address) => address === '' || /^https?:/i.test(address), 'The address starts with http:// or https://.')
    .default(''),
  addresses: z
    .string()
    .trim()
    .max(200, 'The pattern can have at most 200 characters.')
    .refine((pattern) => pattern === '' || /^\/.*:(?:slug|title|path)/.test(pattern), {
      error: 'The pattern starts with / and has :slug, :title or :path in it, such as /blog/:slug/.',
    })
    .default(''),
  /** Which folders hold articles; all that are guessed to, without it. */
  folders: z.array(z.string().max(1_000)).max(1_000).optional(),
  pages: z.boolean().default(false),
  pictures: z.boolean().default(false),
  settings: z.boolean().default(false),
})

export type Choices = z.output<typeof choicesSchema>

/**
 * "look" says what would happen, "bring" does it, "stop" ends either, "work" asks how far it is and, where no process of
 * its own does the work, does a slice of it.
 */
export const actionSchema = z.object({
  action: z.enum(['look', 'bring', 'stop', 'work'], { error: 'action must be look, bring, stop or work.' }),
  choices: choicesSchema.optional(),
})
