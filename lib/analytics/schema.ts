import { z } from 'zod'

const PATH_MAX_CHARACTERS = 500

/** Far more than a view takes. */
export const VIEW_BODY_MAX_BYTES = 4_096

/** What the script in public/views.js sends. Of the path, what would say more than the page is left out. */
export const viewSchema = z.object({
  path: z
    .string()
    .refine((path) => /^\/(?!\/)/.test(path) && !path.includes('\u0000'))
    .transform((path) => (path.split(/[?#]/)[0] ?? '').slice(0, PATH_MAX_CHARACTERS)),
  referrer: z.string().max(VIEW_BODY_MAX_BYTES).default(''),
})

export type View = z.output<typeof viewSchema>
