import * as z from 'zod/mini'

/** How finely views are counted in a plot and a table. */
export const VIEW_UNITS = ['hour', 'day', 'week', 'month'] as const
export type ViewUnit = (typeof VIEW_UNITS)[number]

/** Of days, weeks and months visitors are counted anew each day: nobody is recognised on another one. */
const counts = { views: z.number(), visitors: z.number() }

/** What was viewed from `from` to `to`, both by the site's calendar and included. */
export const viewsSchema = z.object({
  from: z.string(),
  to: z.string(),
  by: z.enum(VIEW_UNITS),
  /** The page that is counted alone, by its id; "" for the whole site. */
  path: z.string(),
  /** Of that page; "" where it has none. */
  title: z.string(),
  ...counts,
  /** The same of the span of equal length that ends the day before `from`. */
  before: z.object(counts),
  /** Of the whole site: views by programs that say that they are. */
  robots: z.number(),
  /** One for each unit of the span, also without views. `at` is its first day, `2026-03-01`, or hour, `2026-03-01T14:00`. */
  rows: z.array(z.object({ at: z.string(), ...counts })),
  /** Most views first, at most 100 of each. */
  pages: z.array(z.object({ path: z.string(), title: z.string(), ...counts })),
  referrers: z.array(z.object({ host: z.string(), ...counts })),
  devices: z.array(z.object({ device: z.string(), ...counts })),
  /** Of the whole site: views of the projects and notes made with each. */
  technologies: z.array(z.object({ name: z.string(), slug: z.string(), ...counts })),
})

export type Views = z.output<typeof viewsSchema>
export type ViewCount = Views['rows'][number]
