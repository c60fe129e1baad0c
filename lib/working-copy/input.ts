import { z } from 'zod'
import { isId } from '@/lib/platform/ids'
import { COPY_FIELDS, type CopyFields, type CopyKind, TEXT_KINDS } from '@/lib/working-copy/schema'

/** A JSON column stores neither half of a character nor NUL. */
const HALF_CHARACTER = /\p{Surrogate}/gu
const NUL = '\u0000'

const copyFields = z.record(
  z.string(),
  z
    .string({ error: 'A field must be text.' })
    .transform((text) => text.replace(HALF_CHARACTER, '\uFFFD').replaceAll(NUL, '')),
  { error: 'The fields must be an object of texts.' },
)

const wholeNumber = (name: string, min: number) =>
  z
    .int({ error: `${name} must be a whole number.` })
    .min(min, `${name} must be a whole number.`)
    .max(2_147_483_647, `${name} must be a whole number.`)

/** A state of a copy as a client knows it. */
const known = z.object(
  { _id: z.string({ error: 'The id must be text.' }), version: wholeNumber('Version', 1) },
  { error: 'Say on which state it is based.' },
)

const writer = z
  .string({ error: 'The writer must be the id of a form.' })
  .max(100, 'The writer can have at most 100 characters.')
const sequence = wholeNumber('The sequence', 0)

/** What PUT /api/working-copy/{key} takes; fields its form does not have are left out. */
export const saveCopySchema = z
  .object({
    kind: z.enum(TEXT_KINDS, { error: `The kind must be one of ${TEXT_KINDS.join(', ')}.` }),
    /** Whose text it is: a browser may have been signed in to another account meanwhile. */
    owner: z.string({ error: 'The owner must be the id of an account.' }),
    isNew: z.boolean({ error: 'isNew must be true or false.' }),
    /** The version of the row it was begun from; 0 for a new one. */
    baseVersion: wholeNumber('The version it is based on', 0),
    /** That row's fields; left out, they stay as they were sent before. */
    base: copyFields.optional(),
    fields: copyFields,
    /** Which open form sends it, and which of its states this is: each is newer than the ones before. */
    writer,
    sequence,
    /** The copy it goes on from, or null where none is known. */
    on: known.nullable(),
  })
  .transform(({ base, fields, ...rest }) => ({
    ...rest,
    base: base && ownFields(rest.kind, base),
    fields: ownFields(rest.kind, fields),
  }))

function ownFields(kind: CopyKind, fields: CopyFields): CopyFields {
  const names: readonly string[] = COPY_FIELDS[kind]
  return Object.fromEntries(names.flatMap((name) => (Object.hasOwn(fields, name) ? [[name, fields[name] ?? '']] : [])))
}

/** Which state DELETE is about; without one, the copy there is. `ended` is the last state of a form that is finished. */
export const deleteCopySchema = z.object({
  on: known.optional(),
  ended: z.object({ writer, sequence }, { error: 'Say which form is finished.' }).optional(),
})

/** The draft a form publishes: the id its row has or is to have, and which of the form's states this is. */
const submission = z.object(
  {
    _id: z.string({ error: 'The id of the draft must be text.' }).refine(isId, 'This is not the id of a draft.'),
    ...deleteCopySchema.shape,
  },
  { error: 'Say which draft is published.' },
)

/** As an object, and in multipart forms as its JSON. */
export const submissionField = z
  .union([submission, z.string().transform(parsedJson).pipe(submission)], { error: 'Say which draft is published.' })
  .optional()

/** What a field of a form says as JSON; null where it is none. */
export function parsedJson(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return null
  }
}

export type Submission = z.output<typeof submission>
export type SaveCopyInput = z.output<typeof saveCopySchema>
export type DeleteCopyInput = z.output<typeof deleteCopySchema>
