'use client'

import { usePathname, useRouter } from 'next/navigation'
import { useOptimistic, useTransition } from 'react'
import { type TableState, tableQuery } from '@/lib/table/table-state'

export type TableAddress = {
  /** The requested state; the rows may still be those of the previous one. */
  state: TableState<string>
  isPending: boolean
  /** The address with another page, order or filter; of the first page unless one is given. */
  to: (change: Partial<TableState<string>>) => string
  go: (change: Partial<TableState<string>>, how?: 'push' | 'replace') => void
}

/** A table's state in the page's address, where the server reads it and Back and copied links restore it. */
export function useTableAddress(loadedState: TableState<string>, defaultSize: number): TableAddress {
  const router = useRouter()
  const pathname = usePathname()
  const [isPending, startTransition] = useTransition()
  // Two changes can happen before the first is rendered: the second builds on the requested state.
  const [state, setState] = useOptimistic(loadedState)

  const changed = (change: Partial<TableState<string>>): TableState<string> => ({ ...state, page: 1, ...change })
  const to = (change: Partial<TableState<string>>) => `${pathname}${tableQuery(changed(change), defaultSize)}`

  function go(change: Partial<TableState<string>>, how: 'push' | 'replace' = 'push') {
    startTransition(() => {
      setState(changed(change))
      router[how](to(change), { scroll: false })
    })
  }

  return { state, isPending, to, go }
}
