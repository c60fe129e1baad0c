'use client'

import { useRouter } from 'next/navigation'
import { useOptimistic, useRef, useState, useTransition } from 'react'
import { notify } from '@/lib/browser/notification'
import { ApiError } from '@/lib/calls/client'
import { UNDO } from '@/lib/texts/form-constants'

type Call = () => Promise<{ message: string }>

type Options = {
  /** How to take it back, offered beside the server's message. */
  undo?: Call
  /** Whether the rows leave the table: then they are gone at once, and back again should the call fail. */
  removes?: boolean
  onDone?: () => void
}

/** Something that can be taken back once `done` has come true. */
type Undoable = { done: Promise<unknown>; undo: Call; isUsed: boolean }

export type RowActions = {
  /** Rows that are leaving the table. */
  goneIds: readonly string[]
  /** Rows a call is under way for. */
  busyIds: readonly string[]
  failure: ApiError | null
  /** Forgets the failure and fetches the list again. */
  retry: () => void
  act: (ids: string[], call: Call, options?: Options) => void
  /** Takes the last thing back, as long as this screen is open; nothing where there is nothing to. */
  undo: () => void
}

const NOBODY: readonly string[] = []

/** Calls that change rows: the banner says what the server said, and the list is fetched again. */
export function useRowActions(): RowActions {
  const router = useRouter()
  const [, startTransition] = useTransition()
  const [goneIds, setGoneIds] = useOptimistic(NOBODY)
  const [busyIds, setBusyIds] = useOptimistic(NOBODY)
  const [failure, setFailure] = useState<ApiError | null>(null)
  // Not state: the keys may be pressed before the answer has come, or React has drawn it.
  const last = useRef<Undoable | null>(null)

  function refresh() {
    startTransition(() => router.refresh())
  }

  /** The list is fetched again, because somebody else may have changed it; but not without a session to fetch it by. */
  function fail(error: unknown) {
    const told = error instanceof ApiError ? error : new ApiError(0, String(error), null)
    setFailure(told)
    if (![0, 401, 403].includes(told.status)) refresh()
  }

  function act(ids: string[], call: Call, { undo, removes = false, onDone }: Options = {}) {
    const done = call()
    const undoable = undo ? { done, undo, isUsed: false } : null
    last.current = undoable
    startTransition(async () => {
      const mark = removes ? setGoneIds : setBusyIds
      mark((before) => [...before, ...ids])
      try {
        const { message } = await done
        setFailure(null)
        if (!undoable?.isUsed) {
          notify(message, undoable ? { label: UNDO, run: () => takeBack(undoable) } : null)
        }
        onDone?.()
        refresh()
      } catch (error) {
        fail(error)
      }
    })
  }

  function takeBack(undoable: Undoable) {
    if (undoable.isUsed) return
    undoable.isUsed = true
    startTransition(async () => {
      // What failed has been told, and left nothing to take back.
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
    goneIds,
    busyIds,
    failure,
    retry: () => {
      setFailure(null)
      refresh()
    },
    act,
    undo: () => {
      if (last.current) takeBack(last.current)
    },
  }
}

function hasSucceeded(call: Promise<unknown>): Promise<boolean> {
  return call.then(
    () => true,
    () => false,
  )
}
