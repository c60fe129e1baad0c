import { z } from 'zod'
import { CV_MAX_BYTES } from '@/lib/content/contract-limits'
import { versionField } from '@/lib/content/fields'

/** Lists and objects inside each other; JSON Resume has four. */
const DEPTH_MAX = 16

function isShallow(value: unknown, depth = DEPTH_MAX): boolean {
  if (typeof value !== 'object' || value === null) return true
  return depth > 0 && Object.values(value).every((part) => isShallow(part, depth - 1))
}

const bytesOf = (document: object) => new TextEncoder().encode(JSON.stringify(document)).length

const documentField = z
  .record(z.string(), z.unknown(), { error: 'The CV must be one JSON object, as JSON Resume describes it.' })
  .refine((document) => isShallow(document), { error: 'The CV has too many lists inside each other.', abort: true })
  .refine((document) => bytesOf(document) <= CV_MAX_BYTES, 'The CV can have at most 256 KiB.')

const switchField = (name: string) => z.boolean({ error: `${name} must be true or false.` })

/** What is left out keeps its value; a document of null takes the CV off the site. */
export const updateCvSchema = z.object({
  document: documentField.nullable().optional(),
  showPhoto: switchField('Show photo').optional(),
  showPhone: switchField('Show phone').optional(),
  showEmail: switchField('Show email').optional(),
  showAddress: switchField('Show address').optional(),
  version: versionField.optional(),
})

export type UpdateCvInput = z.output<typeof updateCvSchema>
