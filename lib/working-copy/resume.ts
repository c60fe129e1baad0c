import { ownValue } from '@/lib/platform/own-value'
import { mergeFields } from '@/lib/working-copy/merge'
import type { CopyFields, WorkingCopy } from '@/lib/working-copy/schema'

/** The row as the form is filled from it; version 0 and blank fields for a new one. What is typed becomes of a draft. */
export type PublicRow = { version: number; fields: CopyFields; isNew: boolean; isDraft: boolean }

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
  resumed?: VersionVector
}

/** The last state of each form, by its id: what such a form has sent may arrive at the server later. */
export type VersionVector = Record<string, number>

type SharedState = Pick<WorkingCopy, '_id' | 'version' | 'fields'>

export type Resumed = {
  fields: CopyFields
  /** What `fields` and the server have in common, from which both went on. */
  shared: SharedState | null
  /** What `fields` and the published row have in common. */
  base: Pick<PublicRow, 'version' | 'fields'>
  /** What both sides changed, as the other side has it: another device or tab, or what has been published since. */
  other: { fields: CopyFields; type: 'copy' | 'published' } | null
  /** The forms whose texts are in `fields`, and in `other`; what else is left was not looked at yet. */
  has: VersionVector
  otherHas: VersionVector
}

type Splitters = Record<string, (text: string) => string[]>

/**
 * What a form goes on with: the newest of what the server has and what closed forms left in this browser, on top of the
 * row as it is now. What only one of them changed is merged; what both changed waits for a choice, and until then
 * `shared` and `base` stay what they were.
 */
export function resume(row: PublicRow, server: ServerCopy | null, left: LocalState[], splitters: Splitters): Resumed {
  let current: Pick<LocalState, 'fields' | 'base' | 'baseVersion'> | null = server
  /** The copy it goes on from. */
  let copy = server?._id
  /** Whose states `current` has everything of. */
  let known: VersionVector = server ? { [server.writer]: server.sequence } : {}
  let shared: SharedState | null = server
  let other: Resumed['other'] = null
  let otherHas: VersionVector = {}
  for (const state of left) {
    const own = { ...state.resumed, [state.form]: state.sequence }
    if (dominates(known, { [state.form]: state.sequence })) continue
    if (current === null || dominates(own, known) || (current === server && isSameOrOlder(server, state.shared))) {
      // A draft is based on what the server has of it, which may have come from this very form.
      current = row.isDraft && server ? { ...state, base: server.base, baseVersion: server.baseVersion } : state
      copy = server?._id ?? state.shared?._id
      known = own
      continue
    }
    // What both have in common: an earlier state of the copy, else the older of the rows they were begun from.
    const older = current.baseVersion < state.baseVersion ? current.base : state.base
    const base = state.shared && state.shared._id === copy ? state.shared.fields : older
    const merged = mergeFields({ base, mine: state.fields, theirs: current.fields }, splitters)
    if (merged.conflicts.length === 0) {
      current = { ...current, fields: merged.mine }
      known = { ...known, ...own }
      continue
    }
    // What the row says since is in the other text, and still to be merged.
    current = { ...(current.baseVersion > state.baseVersion ? state : current), fields: merged.mine }
    otherHas = known
    other = { fields: merged.theirs, type: 'copy' }
    shared = state.shared
    known = own
    // One question at a time: what else is left waits until the form is opened again.
    break
  }
  const rest = { shared, other, has: known, otherHas }
  if (!current) return { fields: row.fields, base: row, ...rest }
  const own = { version: current.baseVersion, fields: current.base }
  if (other) return { fields: current.fields, base: own, ...rest }
  // A page from the browser's memory may be older than the copy: then it is saving that tells.
  // Beside a draft there is only what its row cannot hold.
  const isSameVersion = row.isDraft && own.version === row.version
  if (row.isNew || (own.version >= row.version && !isSameVersion)) return { fields: current.fields, base: row, ...rest }
  const merged = mergeFields({ base: own.fields, mine: current.fields, theirs: row.fields }, splitters)
  if (merged.conflicts.length === 0) return { fields: merged.mine, base: row, ...rest }
  return { fields: merged.mine, base: own, ...rest, other: { fields: merged.theirs, type: 'published' } }
}

/** Whether somebody who has the states of `a` has those of `b` too. */
function dominates(a: VersionVector, b: VersionVector): boolean {
  return Object.entries(b).every(([form, sequence]) => sequence <= (ownValue(a, form) ?? -1))
}

/** Older: Back and Forward show a page with the copy it was first rendered with. */
function isSameOrOlder(one: { _id: string; version: number }, other: { _id: string; version: number } | null): boolean {
  return one._id === other?._id && one.version <= other.version
}

export function isSameText(one: CopyFields, other: CopyFields): boolean {
  const names = new Set([...Object.keys(one), ...Object.keys(other)])
  return [...names].every((name) => (ownValue(one, name) ?? '') === (ownValue(other, name) ?? ''))
}
