import * as z from 'zod/mini'

/** A file goes up in parts of this size, but for the last one: below what hosts let one request carry. */
export const PART_BYTES = 2 * 1_048_576
/** Larger ones are brought by the command. */
export const FILE_MAX_BYTES = 1024 * 1_048_576

/** What the worker has to do with a job. */
export const WORK_STATES = ['look', 'bring', 'undo'] as const
/**
 * Of what the screen asks for: "uploading" its file comes, "looked" the look is there, "stopped" by the admin, "failed"
 * it cannot be read, "done" it was brought, "undone" an import was taken back.
 */
export const MOVE_STATES = ['uploading', ...WORK_STATES, 'looked', 'stopped', 'failed', 'done', 'undone'] as const

export type MoveState = (typeof MOVE_STATES)[number]

/** What the screen asks for, and how far it is. */
export const moveJobSchema = z.object({
  _id: z.string(),
  /** The file's name; of an undo, what is taken back. */
  name: z.string(),
  state: z.enum(MOVE_STATES),
  bytes: z.number(),
  /** How many parts are here. */
  parts: z.number(),
  /** Items it has come by, of so many; 0 where that is not known. While a file is read, these are its texts. */
  cursor: z.number(),
  total: z.number(),
  outcome: z.string(),
})

export type MoveJob = z.output<typeof moveJobSchema>

export function isWorking({ state }: { state: MoveState }): boolean {
  return WORK_STATES.some((working) => working === state)
}
