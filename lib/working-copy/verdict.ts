import type { SaveCopyInput, Submission } from '@/lib/working-copy/input'

/** What the server has of a text; `row` is null before it is a draft, `copy` while no form has written it. */
export type Stored = {
  row: { version: number; isDraft: boolean } | null
  copy: { id: string; version: number; baseVersion: number; writer: string; sequence: number } | null
}

type Sent = Pick<SaveCopyInput, 'isNew' | 'on' | 'writer' | 'sequence' | 'baseVersion'>

/**
 * What becomes of a text that a form sends: it is stored; it is `stale`, because somebody else has stored another since;
 * the draft has been changed by another call than this one, and is to be taken over (`behind`); its row is `gone`.
 * @param hasEnded whether the form was finished after this state: what it has sent before may arrive later
 */
export function verdict({ row, copy }: Stored, sent: Sent, hasEnded: boolean): 'stored' | 'stale' | 'behind' | 'gone' {
  if (!row && !sent.isNew) return 'gone'
  if (hasEnded) return 'stale'
  if (!row) return 'stored'
  const isBehind = row.isDraft && copy?.baseVersion !== row.version
  if (isBehind && sent.baseVersion !== row.version) return 'behind'
  if (!copy) return isBehind || sent.on === null ? 'stored' : 'stale'
  // A form goes on from each of its own states, also from one whose answer it never got.
  const isOwn = copy.writer === sent.writer && copy.sequence < sent.sequence
  return isOwn || (sent.on?._id === copy.id && sent.on.version === copy.version) ? 'stored' : 'stale'
}

/**
 * Whether a form that publishes its text knows the row as it is: it is based on that version, or a draft says what the
 * same form has stored before, also where it never got the answer.
 */
export function isKnown({ row, copy }: Stored, version: number | undefined, ended: Submission['ended']): boolean {
  if (!row || row.version === version) return true
  const isOwn = ended !== undefined && copy?.writer === ended.writer && copy.sequence <= ended.sequence
  return isOwn && row.isDraft && copy.baseVersion === row.version
}
