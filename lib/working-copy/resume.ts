import { mergeFields } from '@/lib/working-copy/merge'
import type { CopyFields, WorkingCopy } from '@/lib/working-copy/schema'

/** The public row as the form is filled from it; version 0 and blank fields for a new one. */
export type PublicRow = { version: number; fields: CopyFields; isNew: boolean }

/** The server's copy as far as resuming needs it. */
export type ServerCopy = Pick<
  WorkingCopy,
  '_id' | 'version' | 'fields' | 'base' | 'baseVersion' | 'writer' | 'sequence'
>

/** What a form that is closed by now has left in this browser and the server has not acknowledged. */
export type LocalState = {
  form: string
  sequence: number
  fields: CopyFields
  base: CopyFields
  baseVersion: number
  /** The server's copy it went on from. */
  shared: SharedState | null
  /** The closed forms it went on from. Missing in entries that an older version of the site has stored. */
  resumed?: ResumedForms
}

/** The last state of each form, by its id: what such a form has sent may arrive at the server later. */
export type ResumedForms = Record<string, number>

type SharedState = Pick<WorkingCopy, '_id' | 'version' | 'fields'>

export type Resumed = {
  fields: CopyFields
  /** What `fields` and the server have in common, from which both went on. */
  shared: SharedState | null
  /** What `fields` and the published row have in common. */
  base: Pick<PublicRow, 'version' | 'fields'>
  /** What both sides changed, as the other side has it: another device or tab, or what has been published since. */
  other: { fields: CopyFields; is: 'copy' | 'published' } | null
}

type Splitters = Record<string, (text: string) => string[]>

/**
 * What a form goes on with: the newest of what the server has and what closed forms left in this browser, on top of the
 * row as it is now. What only one of them changed is merged; what both changed waits for a choice, and until then
 * `shared` and `base` stay what they were.
 */
export function resume(row: PublicRow, server: ServerCopy | null, left: LocalState[], splitters: Splitters): Resumed {
  let current: Pick<LocalState, 'fields' | 'base' | 'baseVersion'> | null = server
  /** Whose states `current` has everything of. */
  let known: ResumedForms = server ? { [server.writer]: server.sequence } : {}
  let shared: SharedState | null = server
  let other: Resumed['other'] = null
  for (const state of left) {
    const own = { ...state.resumed, [state.form]: state.sequence }
    if (has(known, { [state.form]: state.sequence })) continue
    if (current === null || has(own, known) || (current === server && isSameOrOlder(server, state.shared))) {
      current = state
      known = own
      continue
    }
    known = { ...known, ...own }
    const base = state.shared?.fields ?? state.base
    const merged = mergeFields({ base, mine: state.fields, theirs: current.fields }, splitters)
    current = { ...current, fields: merged.mine }
    if (merged.conflicts.length === 0) continue
    other = { fields: merged.theirs, is: 'copy' }
    shared = state.shared
  }
  if (!current) return { fields: row.fields, shared, base: row, other }
  const own = { version: current.baseVersion, fields: current.base }
  if (other) return { fields: current.fields, shared, base: own, other }
  // A page from the browser's memory may be older than the copy: then it is saving that tells.
  if (row.isNew || own.version >= row.version) return { fields: current.fields, shared, base: row, other }
  const merged = mergeFields({ base: own.fields, mine: current.fields, theirs: row.fields }, splitters)
  if (merged.conflicts.length === 0) return { fields: merged.mine, shared, base: row, other }
  return { fields: merged.mine, shared, base: own, other: { fields: merged.theirs, is: 'published' } }
}

/** Whether somebody who has the states of `one` has those of `other` too. */
function has(one: ResumedForms, other: ResumedForms): boolean {
  return Object.entries(other).every(([form, sequence]) => sequence <= (one[form] ?? -1))
}

/** Older: Back and Forward show a page with the copy it was first rendered with. */
function isSameOrOlder(one: { _id: string; version: number }, other: { _id: string; version: number } | null): boolean {
  return one._id === other?._id && one.version <= other.version
}

/** Whether two states of a form say the same. */
export function isSameText(one: CopyFields, other: CopyFields): boolean {
  const names = new Set([...Object.keys(one), ...Object.keys(other)])
  return [...names].every((name) => (one[name] ?? '') === (other[name] ?? ''))
}
