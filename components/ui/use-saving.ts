'use client'

import { useEffect, useRef, useState } from 'react'
import { ApiError } from '@/lib/http/api-client'

type Stage<Row> =
  | { name: 'editing'; failure: ApiError | null }
  | { name: 'sending' }
  | { name: 'signing-in'; failure: ApiError }
  | { name: 'deciding'; current: Row }

type Options<Row, Answer> = {
  /** What the form was filled from; what a save is based on. */
  row: Row
  /** Collects what the form holds now and sends it. Called again after a sign-in, and after a decision with a new `base`. */
  send: (base: Row) => Promise<Answer>
  /** Leaves for the next screen by a whole load; the form stays busy until it is there. */
  onSaved: (answer: Answer) => void
  /** Whether signing in beside the form would help. */
  needsSignIn?: (failure: ApiError) => boolean
}

export type Saving<Row> = {
  stage: Stage<Row>
  /** What the form is based on by now. */
  base: Row
  busy: boolean
  isSaved: boolean
  failure: ApiError | null
  /** The server's words for one field. */
  issueOf: (path: string) => string | undefined
  save: () => void
  /** Saves on top of the row as it is now. */
  saveOnto: (current: Row) => void
  /** Back to the form, from a dialog. */
  edit: () => void
}

/**
 * One save of a form, with all that can come between: it cannot be sent twice, a session that has ended is renewed
 * beside it, a change by someone else meanwhile is put to a decision, and nothing typed is lost in any of these.
 */
export function useSaving<Row, Answer>({
  row,
  send,
  onSaved,
  needsSignIn = (failure) => failure.status === 401,
}: Options<Row, Answer>): Saving<Row> {
  const [stage, setStage] = useState<Stage<Row>>({ name: 'editing', failure: null })
  const [base, setBase] = useState(row)
  const [isSaved, setSaved] = useState(false)
  // Not state: two clicks can come before React has drawn the first.
  const underWay = useRef(false)

  useEffect(() => {
    // Back to a form that was saved, kept by the browser as it was left: it would show the text before.
    const onPageShow = (event: PageTransitionEvent) => {
      if (event.persisted && underWay.current) window.location.reload()
    }
    window.addEventListener('pageshow', onPageShow)
    return () => window.removeEventListener('pageshow', onPageShow)
  }, [])

  async function saveOnto(current: Row) {
    if (underWay.current) return
    underWay.current = true
    setBase(current)
    setStage({ name: 'sending' })
    let answer: Answer
    try {
      answer = await send(current)
    } catch (error) {
      underWay.current = false
      const failure = error instanceof ApiError ? error : new ApiError(0, String(error), null)
      setStage(stageAfter(failure))
      return
    }
    setSaved(true)
    onSaved(answer)
  }

  function stageAfter(failure: ApiError): Stage<Row> {
    if (needsSignIn(failure)) return { name: 'signing-in', failure }
    const current = failure.status === 409 ? currentIn<Row>(failure.body) : undefined
    return current === undefined ? { name: 'editing', failure } : { name: 'deciding', current }
  }

  const failure = stage.name === 'editing' || stage.name === 'signing-in' ? stage.failure : null
  return {
    stage,
    base,
    busy: stage.name === 'sending',
    isSaved,
    failure,
    issueOf: (path) => failure?.issueOf(path),
    save: () => void saveOnto(base),
    saveOnto: (current) => void saveOnto(current),
    edit: () => setStage({ name: 'editing', failure: stage.name === 'signing-in' ? stage.failure : null }),
  }
}

/** A name or e-mail that is taken is a 409 too, without a row. */
function currentIn<Row>(body: unknown): Row | undefined {
  return typeof body === 'object' && body !== null && 'current' in body ? (body.current as Row) : undefined
}
