'use client'

import { usePathname, useRouter } from 'next/navigation'
import { useOptimistic, useTransition } from 'react'
import { type TableState, tableQuery } from '@/lib/table/table-state'

export type TableAddress = {
  /** The requested state; the rows may still be those of the previous one. */
  state: TableState
  /** Whether rows are loading. */
  isPending: boolean
  /** Changes page, order or filter; back to the first page unless one is given. */
  go: (change: Partial<TableState>, how?: 'push' | 'replace') => void
}

/** A table's state in the page's address, where the server reads it and Back and copied links restore it. */
export function useTableAddress(loadedState: TableState, defaultSize: number): TableAddress {
  const router = useRouter()
  const pathname = usePathname()
  const [isPending, startTransition] = useTransition()
  // Two changes can happen before the first is rendered: the second builds on the requested state.
  const [state, setState] = useOptimistic(loadedState)

  function go(change: Partial<TableState>, how: 'push' | 'replace' = 'push') {
    const next = { ...state, page: 1, ...change }
    startTransition(() => {
      setState(next)
      router[how](`${pathname}${tableQuery(next, defaultSize)}`, { scroll: false })
    })
  }

  return { state, isPending, go }
}
