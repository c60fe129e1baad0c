'use client'

import { useRef, useState } from 'react'
import { TableFailure } from '@/components/content/action-table'
import { useRowActions } from '@/components/content/use-row-actions'
import { RowButtons, RowHandle, useRows } from '@/components/ui/form/rows'
import { callApi } from '@/lib/calls/client'
import { postCalls } from '@/lib/post/calls'
import type { PinnedPost } from '@/lib/post/schema'
import { UNTITLED } from '@/lib/texts/form-constants'

const idsOf = (rows: PinnedPost[]) => rows.map(({ _id }) => _id)
const isSameSet = (a: PinnedPost[], b: PinnedPost[]) => idsOf(a).sort().join() === idsOf(b).sort().join()

/** The pinned projects in the owner's order, which a handle, keys and buttons change. Each change is stored at once. */
export function PinnedOrder({ pinned }: { pinned: PinnedPost[] }) {
  const [moved, setMoved] = useState<PinnedPost[] | null>(null)
  const rows = moved && isSameSet(moved, pinned) ? moved : pinned
  const actions = useRowActions()
  const list = useRows<PinnedPost>({
    ...{ rows, keyOf: ({ _id }) => _id },
    nameOf: ({ title }) => title || UNTITLED,
    onChange: store,
  })
  // One after the other: the last change is the last one that is stored.
  const queue = useRef<Promise<unknown>>(Promise.resolve())

  function store(next: PinnedPost[]) {
    setMoved(next)
    const send = (ids: string[]) => {
      const answer = queue.current.then(() => callApi(postCalls.order, { body: { ids } }))
      queue.current = answer.catch(() => setMoved(null))
      return answer
    }
    actions.act([], () => send(idsOf(next)), {
      undo: () => {
        setMoved(rows)
        return send(idsOf(rows))
      },
      undoes: 'the new order',
    })
  }

  if (pinned.length < 2) return null
  return (
    <section aria-labelledby="pinned-order" className="needs-script mb-8">
      <h2 id="pinned-order" className="text-h3">
        Order of pinned projects
      </h2>
      <p id="pinned-order-hint" className="mt-1 text-sm text-muted">
        Home and the list begin with them. Drag a handle, or press Alt with the up or down arrow key on it.
      </p>
      {actions.failure && <TableFailure failure={actions.failure} onSignedIn={actions.retry} />}
      <p role="status" className="sr-only">
        {list.announced}
      </p>
      <ol ref={list.root} className="mt-3 max-w-2xl border-t border-line">
        {list.shown.map((row, index) => (
          <li
            key={row._id}
            className="flex items-center gap-1 border-b border-line bg-paper"
            onKeyDown={(event) => list.onKeyDown(event, index)}
          >
            <RowHandle {...{ list, index, row }} hint="pinned-order-hint" />
            <span dir="auto" className="min-w-0 flex-1 truncate">
              {row.title || UNTITLED}
            </span>
            <RowButtons {...{ list, index, row }} />
          </li>
        ))}
      </ol>
    </section>
  )
}
