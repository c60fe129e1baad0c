import { diffArrays } from 'diff'
import { ownValue } from '@/lib/platform/own-value'
import type { CopyFields } from '@/lib/working-copy/schema'

/** What was the same for both, what one side made of it, and what the other did. */
export type Sides<Text> = { base: Text; mine: Text; theirs: Text }

/**
 * Both sides in one. What only one side changed is in both texts, and what both changed alike; `mine` and `theirs`
 * differ only where both changed the same, each as its side has it.
 */
export type Merged<Text> = { mine: Text; theirs: Text }

/** Beyond this much time two texts have nothing in common. */
const DIFF_MAX_MS = 500

/** `from` to `to` of the base have become `blocks`. */
type Change = { from: number; to: number; blocks: string[] }

/** Merges two states of a text, block by block. */
export function mergeBlocks({ base, mine, theirs }: Sides<string[]>): Merged<string[]> {
  const ours = changesOf(base, mine)
  const others = changesOf(base, theirs)
  const merged: Merged<string[]> = { mine: [], theirs: [] }
  const both = (blocks: string[]) => {
    merged.mine.push(...blocks)
    merged.theirs.push(...blocks)
  }
  let at = 0
  while (ours.length > 0 || others.length > 0) {
    const start = Math.min(ours[0]?.from ?? base.length, others[0]?.from ?? base.length)
    both(base.slice(at, start))
    const group = takeGroup(start, ours, others)
    const sides = { mine: applied(base, group, group.ours), theirs: applied(base, group, group.others) }
    if (group.others.length === 0) both(sides.mine)
    else if (group.ours.length === 0 || isSame(sides.mine, sides.theirs)) both(sides.theirs)
    // Both have put something in where nothing was: neither has to give way.
    else if (group.from === group.to) both([...sides.theirs, ...sides.mine])
    else {
      merged.mine.push(...sides.mine)
      merged.theirs.push(...sides.theirs)
    }
    at = group.to
  }
  both(base.slice(at))
  return merged
}

type Group = { from: number; to: number; ours: Change[]; others: Change[] }

/** Takes the changes that begin at `start`, with all that reach into them. Neighbours do not. */
function takeGroup(start: number, ours: Change[], others: Change[]): Group {
  const group: Group = { from: start, to: start, ours: [], others: [] }
  const insertsOurs = isInsertion(ours[0], start)
  const insertsOthers = isInsertion(others[0], start)
  if (insertsOurs || insertsOthers) {
    if (insertsOurs) group.ours.push(...ours.splice(0, 1))
    if (insertsOthers) group.others.push(...others.splice(0, 1))
    return group
  }
  for (let hasGrown = true; hasGrown; ) {
    hasGrown = false
    for (const [list, own] of [
      [ours, group.ours],
      [others, group.others],
    ] as const) {
      const [next] = list
      if (
        !next ||
        (next.from >= group.to && next.from !== start) ||
        (next.from === next.to && next.from === group.to)
      ) {
        continue
      }
      own.push(next)
      list.shift()
      group.to = Math.max(group.to, next.to)
      hasGrown = true
    }
  }
  return group
}

function isInsertion(change: Change | undefined, at: number): boolean {
  return change?.from === at && change.to === at
}

/** What a side has made of a part of the base. */
function applied(base: string[], { from, to }: Group, changes: Change[]): string[] {
  const blocks: string[] = []
  let at = from
  for (const change of changes) {
    blocks.push(...base.slice(at, change.from), ...change.blocks)
    at = change.to
  }
  return [...blocks, ...base.slice(at, to)]
}

function isSame(one: string[], other: string[]): boolean {
  return one.length === other.length && one.every((block, index) => block === other[index])
}

function changesOf(base: string[], side: string[]): Change[] {
  const runs = diffArrays(base, side, { timeout: DIFF_MAX_MS })
  if (!runs) return [{ from: 0, to: base.length, blocks: side }]
  const changes: Change[] = []
  let at = 0
  let open: Change | null = null
  for (const { added, removed, value } of runs) {
    if (!added && !removed) {
      at += value.length
      open = null
      continue
    }
    if (!open) {
      open = { from: at, to: at, blocks: [] }
      changes.push(open)
    }
    if (added) open.blocks.push(...value)
    else {
      open.to += value.length
      at += value.length
    }
  }
  return changes.flatMap(blockByBlock)
}

/** As many blocks as before: each has been changed for itself. */
function blockByBlock(change: Change): Change[] {
  const { from, to, blocks } = change
  if (to - from !== blocks.length || blocks.length < 2) return [change]
  return blocks.map((block, index) => ({ from: from + index, to: from + index + 1, blocks: [block] }))
}

/**
 * Merges what two sides have made of a form: texts with `split` by block, all others as a whole.
 * @returns the fields of each side, and the names of those that both changed
 */
export function mergeFields(
  { base, mine, theirs }: Sides<CopyFields>,
  splitters: Record<string, (text: string) => string[]>,
): Merged<CopyFields> & { conflicts: string[] } {
  const merged = Object.entries(mine).map(([name, text]) => {
    const texts = { base: ownValue(base, name) ?? '', mine: text, theirs: ownValue(theirs, name) ?? '' }
    return { name, ...mergeTexts(texts, ownValue(splitters, name)) }
  })
  return {
    mine: Object.fromEntries(merged.map(({ name, mine }) => [name, mine])),
    theirs: Object.fromEntries(merged.map(({ name, theirs }) => [name, theirs])),
    conflicts: merged.filter(({ mine, theirs }) => mine !== theirs).map(({ name }) => name),
  }
}

/** Merges one text: by block where `split` tells them, else as a whole. */
export function mergeTexts({ base, mine, theirs }: Sides<string>, split?: (text: string) => string[]): Merged<string> {
  if (mine === theirs || theirs === base) return { mine, theirs: mine }
  if (mine === base) return { mine: theirs, theirs }
  if (!split) return { mine, theirs }
  const merged = mergeBlocks({ base: split(base), mine: split(mine), theirs: split(theirs) })
  return { mine: merged.mine.join(''), theirs: merged.theirs.join('') }
}
