'use client'

import { usePathname, useRouter } from 'next/navigation'
import { useOptimistic, useTransition } from 'react'
import { type TableState, tableQuery } from '@/lib/table/table-state'

export type TableAddress = {
  /** What was asked for last; the rows may still be those before. */
  state: TableState
  /** Whether rows are on their way. */
  isPending: boolean
  /** Another page, order or filter: from the first page, unless a page is named. */
  go: (change: Partial<TableState>, how?: 'push' | 'replace') => void
}

/** A table's state, kept in the page's address: the server reads it there, Back and a copied link bring it back. */
export function useTableAddress(loadedState: TableState, defaultSize: number): TableAddress {
  const router = useRouter()
  const pathname = usePathname()
  const [isPending, startTransition] = useTransition()
  // Two changes can come before the first is drawn: the second builds on what was asked for, not on what is seen.
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
