'use client'

import { type RefObject, useEffect, useRef, useState } from 'react'
import type { FormJournal } from '@/components/content/use-journal'
import { type ApiError, toApiError } from '@/lib/calls/client'

/** Where a save leads: to the next screen, or back to the form. */
type Next = 'leave' | 'stay'

type Stage<Row> =
  /** `next` is of the save that failed. */
  | { name: 'editing'; failure: ApiError | null; next?: Next }
  | { name: 'sending'; next: Next }
  | { name: 'signing-in'; failure: ApiError; next: Next }
  | { name: 'deciding'; current: Row; next: Next }

type Options<Row, Answer> = {
  /** What the form was filled from; what a save is based on. */
  row: Row
  /** Collects what the form holds now and sends it. Called again after a sign-in, and after a decision with a new `base`. */
  send: (base: Row) => Promise<Answer>
  /** Leaves for the next screen by a whole load; the form stays busy until it is there. */
  onSaved: (answer: Answer) => void
  /** Goes on with the form: answers what it is based on from now on, or null when it has to be left after all. */
  onStay: (answer: Answer) => Row | null
  /**
   * Takes the row out of the trash, after a save that did not find it; answers it as it is now.
   * @throws ApiError 404 when it is not there
   */
  restore?: (base: Row) => Promise<Row>
  /** Merges the row as it is now into the form, whose base it becomes; false where there is something to decide. */
  meet?: (current: Row, base: Row) => boolean
  /** Whether signing in beside the form would help. */
  needsSignIn?: (failure: ApiError) => boolean
  /** None for a form that stores nothing until it is saved. */
  journal?: FormJournal<Row>
}

export type SaveForm<Row> = {
  stage: Stage<Row>
  /** What the form is based on by now. */
  base: Row
  /** On the way to the next screen. */
  busy: boolean
  /** Something was saved and the form was not left. */
  hasStayed: boolean
  /** Set as soon as a save that leaves has succeeded: from then on nothing is lost by leaving. */
  isLeaving: RefObject<boolean>
  failure: ApiError | null
  /** The server's words for one field, until something else is typed into it. */
  issueOf: (path: string) => string | undefined
  /** Something was typed into the field. */
  correct: (path: string) => void
  /** Saves and leaves. */
  save: () => void
  /** Saves and stays. */
  stay: () => void
  /** Stores what is typed, by hand: in its journal, which publishes nothing, or where it has none, as `stay`. */
  keep: () => void
  /** Goes on with a save that a sign-in interrupted. */
  resume: () => void
  /** Saves on top of the row as it is now. */
  saveOnto: (current: Row) => void
  /** Goes on with the form, based on the row as it is now. */
  continueFrom: (current: Row) => void
  /** Takes the row out of the trash and saves; null where the last save has found it, or it is not in the trash. */
  restore: (() => void) | null
  /** Back to the form, from a dialog. */
  edit: () => void
}

/**
 * One save of a form, with all that can come between: it cannot be sent twice, a session that has ended is renewed
 * beside it, a change by someone else meanwhile is put to a decision, and nothing typed is lost in any of these.
 */
export function useSaveForm<Row, Answer>({
  row,
  send,
  onSaved,
  onStay,
  restore,
  meet,
  needsSignIn = (failure) => failure.status === 401,
  journal,
}: Options<Row, Answer>): SaveForm<Row> {
  const [stage, setStage] = useState<Stage<Row>>({ name: 'editing', failure: null })
  const [base, setBase] = useState(row)
  const [hasStayed, setStayed] = useState(false)
  const [isGone, setGone] = useState(false)
  const [corrected, setCorrected] = useState<ReadonlySet<string>>(NOTHING)
  // Not state: two clicks can come before React has rendered the first, and the browser asks before leaving at once.
  const underWay = useRef<Next | null>(null)
  const queued = useRef<Next | null>(null)
  const isLeaving = useRef(false)

  useEffect(() => {
    // Back to a form that was saved, cached by the browser as it was left: it would show the text before.
    const onPageShow = (event: PageTransitionEvent) => {
      if (event.persisted && isLeaving.current) window.location.reload()
    }
    window.addEventListener('pageshow', onPageShow)
    return () => window.removeEventListener('pageshow', onPageShow)
  }, [])

  async function saveOnto(current: Row, next: Next, times = 0): Promise<void> {
    if (underWay.current === 'leave') return
    if (underWay.current === 'stay') {
      // What was typed since is not in what was sent.
      if (queued.current !== 'leave') queued.current = next
      setStage({ name: 'sending', next: queued.current })
      return
    }
    underWay.current = next
    setBase(current)
    setCorrected(NOTHING)
    setStage({ name: 'sending', next })
    journal?.hold()
    let answer: Answer
    try {
      answer = await send(current)
    } catch (error) {
      const after = stageAfter(toApiError(error), queued.current ?? next)
      underWay.current = null
      queued.current = null
      if (after.name === 'deciding') return goOn(after.current, current, { next: after.next, times })
      journal?.release()
      setStage(after)
      return
    }
    const retained = next === 'stay' ? onStay(answer) : null
    if (retained === null) {
      isLeaving.current = true
      underWay.current = 'leave'
      setStage({ name: 'sending', next: 'leave' })
      await journal?.finish()
      onSaved(answer)
      return
    }
    const requested = queued.current
    underWay.current = null
    queued.current = null
    setStayed(true)
    setBase(retained)
    journal?.published(retained)
    setStage({ name: 'editing', failure: null })
    if (requested) await saveOnto(retained, requested)
  }

  /** Saves onto the row as it is now, where there is nothing to decide. */
  function goOn(current: Row, before: Row, { next, times }: { next: Next; times: number }): Promise<void> | void {
    if (meet?.(current, before) && times < CHANGES_MAX) return saveOnto(current, next, times + 1)
    if (meet) setBase(current)
    journal?.release()
    setStage({ name: 'deciding', current, next })
  }

  async function restoreAndSave(restore: NonNullable<Options<Row, Answer>['restore']>) {
    if (underWay.current !== null) return
    underWay.current = 'stay'
    setStage({ name: 'sending', next: 'stay' })
    try {
      const current = await restore(base)
      underWay.current = null
      await goOn(current, base, { next: 'stay', times: 0 })
    } catch (error) {
      underWay.current = null
      const failure = toApiError(error)
      setGone(failure.status === 404)
      setStage(stageAfter(failure, 'stay'))
    }
  }

  function stageAfter(failure: ApiError, next: Next): Stage<Row> {
    if (needsSignIn(failure)) return { name: 'signing-in', failure, next }
    // A name or email that is taken is a 409 too, without a row.
    const current = failure.status === 409 ? (failure.current as Row | undefined) : undefined
    return current === undefined ? { name: 'editing', failure, next } : { name: 'deciding', current, next }
  }

  function save(next: Next) {
    // What another device has written, or published, is not overwritten unseen.
    const other = journal?.store.state().other
    if (other?.type === 'published') setStage({ name: 'deciding', current: base, next })
    else if (other) journal?.compare(other.type)
    else void saveOnto(base, next)
  }

  const next = ('next' in stage && stage.next) || 'leave'
  const failure = stage.name === 'editing' || stage.name === 'signing-in' ? stage.failure : null
  return {
    stage,
    base,
    busy: stage.name === 'sending' && stage.next === 'leave',
    hasStayed,
    isLeaving,
    failure,
    issueOf: (path) => (corrected.has(path) ? undefined : failure?.issueOf(path)),
    correct(path) {
      if (failure?.issueOf(path) && !corrected.has(path)) setCorrected(new Set([...corrected, path]))
    },
    save: () => save('leave'),
    stay: () => save('stay'),
    keep: () => (journal ? void journal.flush() : save('stay')),
    resume: () => void saveOnto(base, next),
    saveOnto: (current) => void saveOnto(current, next),
    continueFrom(current) {
      setBase(current)
      setStage({ name: 'editing', failure: null })
    },
    restore: restore && failure?.status === 404 && !isGone ? () => void restoreAndSave(restore) : null,
    edit: () =>
      setStage(
        stage.name === 'signing-in'
          ? { name: 'editing', failure: stage.failure, next }
          : { name: 'editing', failure: null },
      ),
  }
}

const NOTHING: ReadonlySet<string> = new Set()
/** So often a save goes on by itself after changes by somebody else. */
const CHANGES_MAX = 5
