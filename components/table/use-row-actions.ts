'use client'

import { useRouter } from 'next/navigation'
import { useOptimistic, useRef, useState, useTransition } from 'react'
import { ApiError } from '@/lib/http/api-client'
import { notify } from '@/lib/notification'
import { UNDO } from '@/lib/settings/constants'

type Call = () => Promise<{ message: string }>

type Options = {
  /** How to take it back, offered beside the server's message. */
  undo?: Call
  /** Whether the rows leave the table: then they are gone at once, and back again should the call fail. */
  removes?: boolean
  onDone?: () => void
}

export type RowActions = {
  /** Rows that are leaving the table. */
  goneIds: readonly string[]
  /** Rows a call is under way for. */
  busyIds: readonly string[]
  failure: ApiError | null
  /** Forgets the failure and fetches the list again. */
  retry: () => void
  act: (ids: string[], call: Call, options?: Options) => void
  /** Takes the last thing back, as long as this screen is open; undefined when there is nothing to. */
  undo: (() => void) | undefined
}

const NOBODY: readonly string[] = []

/** Calls that change rows: the banner says what the server said, and the list is fetched again. */
export function useRowActions(): RowActions {
  const router = useRouter()
  const [, startTransition] = useTransition()
  const [goneIds, setGoneIds] = useOptimistic(NOBODY)
  const [busyIds, setBusyIds] = useOptimistic(NOBODY)
  const [failure, setFailure] = useState<ApiError | null>(null)
  const [lastUndo, setLastUndo] = useState<Call | null>(null)
  // Not state: the button in the banner and the keys may come before React has drawn.
  const isUndoing = useRef(false)

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
    startTransition(async () => {
      const mark = removes ? setGoneIds : setBusyIds
      mark((before) => [...before, ...ids])
      try {
        const { message } = await call()
        setFailure(null)
        setLastUndo(() => undo ?? null)
        notify(message, undo ? { label: UNDO, run: () => takeBack(undo) } : null)
        onDone?.()
        refresh()
      } catch (error) {
        fail(error)
      }
    })
  }

  function takeBack(undo: Call) {
    if (isUndoing.current) return
    isUndoing.current = true
    startTransition(async () => {
      try {
        const { message } = await undo()
        setFailure(null)
        setLastUndo(null)
        notify(message)
        refresh()
      } catch (error) {
        fail(error)
      }
      isUndoing.current = false
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
    undo: lastUndo ? () => takeBack(lastUndo) : undefined,
  }
}
