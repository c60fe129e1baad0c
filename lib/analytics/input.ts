import { z } from 'zod'
import { VIEW_UNITS } from '@/lib/analytics/schema'
import { DAY_MS, isDay, shifted } from '@/lib/platform/days'
import { isScreenPath } from '@/lib/routes/paths'
import { isOwnPagePath } from '@/lib/routes/public-pages'

/** A readable address in letters that are escaped. */
const PATH_MAX_CHARACTERS = 800

/** Far more than a view takes. */
export const VIEW_BODY_MAX_BYTES = 4_096

/** Paths under which views are counted. */
const isCounted = (path: string) => isScreenPath(path) || isOwnPagePath(path)

/** What lib/browser/page-view.ts sends: a screen of this site, without what would say more than the page. */
export const viewSchema = z.object({
  path: z
    .string()
    .transform((path) => (path.split(/[?#]/, 1)[0] ?? '').replace(/(?<=.)\/$/, ''))
    .pipe(z.string().max(PATH_MAX_CHARACTERS).refine(isCounted)),
  referrer: z.string().max(VIEW_BODY_MAX_BYTES).default(''),
})

/** Hours are summed for a quarter; ten years of days are read in one query. */
const MAX_DAYS = { hour: 93, day: 3_660, week: 3_660, month: 3_660 } as const

const dayField = (name: string) =>
  z
    .string({ error: `${name} must be a day, such as 2026-03-01.` })
    .refine(isDay, { error: `${name} must be a day, such as 2026-03-01.` })
    .optional()

/** What GET /api/views takes: without `to` until today, without `from` thirty days. */
export const viewsQuerySchema = z.object({
  from: dayField('from'),
  to: dayField('to'),
  by: z.enum(VIEW_UNITS, { error: 'by must be hour, day, week or month.' }).default('day'),
  path: z
    .string()
    .max(PATH_MAX_CHARACTERS, 'path is too long.')
    .refine((path) => path === '' || isCounted(path), { error: 'path must be the path of a page of this site.' })
    .default(''),
  format: z.enum(['json', 'csv'], { error: 'format must be json or csv.' }).default('json'),
})

export type ViewsQuery = Omit<z.output<typeof viewsQuerySchema>, 'format'>

type Span = { from: string; to: string }

/** The span a query means on a day; an issue where it is none, or too long. */
export function spanOf(
  { from, to, by }: Pick<ViewsQuery, 'from' | 'to' | 'by'>,
  today: string,
): { issue: string } | (Span & { before: Span }) {
  const last = to ?? today
  const first = from ?? shifted(last, -29)
  const days = (Date.parse(last) - Date.parse(first)) / DAY_MS + 1
  const max = MAX_DAYS[by]
  if (days < 1) return { issue: 'from cannot be after to.' }
  if (by === 'hour' && first < shifted(today, 1 - max)) return { issue: `Hours are stored for ${max} days.` }
  if (days > max) return { issue: `By ${by} at most ${max.toLocaleString('en')} days can be read.` }
  return { from: first, to: last, before: { from: shifted(first, -days), to: shifted(first, -1) } }
}

export type View = z.output<typeof viewSchema>
