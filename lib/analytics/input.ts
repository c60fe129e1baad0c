import { z } from 'zod'
import { isScreenPath } from '@/lib/routes/paths'
import { isOwnPagePath } from '@/lib/routes/public-pages'

/** A readable address in letters that are escaped. */
const PATH_MAX_CHARACTERS = 800

/** Far more than a view takes. */
export const VIEW_BODY_MAX_BYTES = 4_096

/** What lib/browser/page-view.ts sends: a screen of this site, without what would say more than the page. */
export const viewSchema = z.object({
  path: z
    .string()
    .transform((path) => (path.split(/[?#]/, 1)[0] ?? '').replace(/(?<=.)\/$/, ''))
    .pipe(
      z
        .string()
        .max(PATH_MAX_CHARACTERS)
        .refine((path) => isScreenPath(path) || isOwnPagePath(path)),
    ),
  referrer: z.string().max(VIEW_BODY_MAX_BYTES).default(''),
})

export type View = z.output<typeof viewSchema>
