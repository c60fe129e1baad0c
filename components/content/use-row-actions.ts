'use client'

import { useRouter } from 'next/navigation'
import { useOptimistic, useRef, useState, useTransition } from 'react'
import { notify } from '@/lib/browser/notification'
import { type ApiError, toApiError } from '@/lib/calls/client'
import { UNDO } from '@/lib/texts/form-constants'

type Call = () => Promise<{ message: string }>

type Options = {
  /** The inverse call, offered in the banner beside the server's message. */
  undo?: Call
  /** What that would undo, as its button says it: "deleting Poolwatch". */
  undoes?: string
  /** Whether the rows leave the table. They disappear immediately and reappear when the call fails. */
  removes?: boolean
  onDone?: () => void
}

/** A call that can be undone once `done` has resolved. */
type Undoable = { done: Promise<unknown>; undo: Call; isUsed: boolean }

export type RowActions = {
  /** Rows removed optimistically. */
  removedIds: readonly string[]
  /** Rows with a call in progress. */
  busyIds: readonly string[]
  failure: ApiError | null
  /** Clears the failure and reloads the rows. */
  retry: () => void
  act: (ids: string[], call: Call, options?: Options) => void
  /** Undoes the last action made on this screen, if any. */
  undo: () => void
}

const NO_IDS: readonly string[] = []

/** Actions on table rows: shows the server's message in the banner and reloads the rows. */
export function useRowActions(): RowActions {
  const router = useRouter()
  const [, startTransition] = useTransition()
  const [removedIds, setRemovedIds] = useOptimistic(NO_IDS)
  const [busyIds, setBusyIds] = useOptimistic(NO_IDS)
  const [failure, setFailure] = useState<ApiError | null>(null)
  // A ref: Ctrl+Z may be pressed before the response has arrived or React has rendered.
  const last = useRef<Undoable | null>(null)

  function refresh() {
    startTransition(() => router.refresh())
  }

  /** Reloads the rows, which somebody else may have changed; without a session that would only fail too. */
  function fail(error: unknown) {
    const apiError = toApiError(error)
    setFailure(apiError)
    if (![0, 401, 403].includes(apiError.status)) refresh()
  }

  function act(ids: string[], call: Call, { undo, undoes, removes = false, onDone }: Options = {}) {
    const done = call()
    const undoable = undo ? { done, undo, isUsed: false } : null
    last.current = undoable
    startTransition(async () => {
      const mark = removes ? setRemovedIds : setBusyIds
      mark((before) => [...before, ...ids])
      try {
        const { message } = await done
        setFailure(null)
        if (!undoable?.isUsed) {
          const label = undoes ? `${UNDO} ${undoes}` : UNDO
          notify(message, undoable ? { label, run: () => undoAction(undoable) } : null)
        }
        onDone?.()
        refresh()
      } catch (error) {
        fail(error)
      }
    })
  }

  function undoAction(undoable: Undoable) {
    if (undoable.isUsed) return
    undoable.isUsed = true
    startTransition(async () => {
      // A failed call has already been reported, and there is nothing to undo.
      if (!(await hasSucceeded(undoable.done))) return
      try {
        const { message } = await undoable.undo()
        setFailure(null)
        notify(message)
        refresh()
      } catch (error) {
        undoable.isUsed = false
        fail(error)
      }
    })
  }

  return {
    removedIds,
    busyIds,
    failure,
    retry: () => {
      setFailure(null)
      refresh()
    },
    act,
    undo: () => {
      if (last.current) undoAction(last.current)
    },
  }
}

function hasSucceeded(call: Promise<unknown>): Promise<boolean> {
  return call.then(
    () => true,
    () => false,
  )
}
