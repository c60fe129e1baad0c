import { z } from 'zod'

/** A checkbox of a form: there, or not. */
const checkbox = z
  .string()
  .optional()
  .transform((value) => value !== undefined)

/** What GET /api/move/export takes. */
export const exportQuerySchema = z.object({ drafts: checkbox, revisions: checkbox })
