'use client'

import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'
import { TableFailure } from '@/components/content/action-table'
import { useRowActions } from '@/components/content/use-row-actions'
import { RowButtons, useRows } from '@/components/ui/form/rows'
import { Icon } from '@/components/ui/icon'
import { IconButton } from '@/components/ui/icon-button'
import { pressedKey } from '@/components/ui/pressed-key'
import { callApi } from '@/lib/calls/client'
import { postCalls } from '@/lib/post/calls'
import type { PinnedPost } from '@/lib/post/schema'
import { UNTITLED } from '@/lib/texts/form-constants'

const idsOf = (rows: PinnedPost[]) => rows.map(({ _id }) => _id)
const isSameSet = (one: PinnedPost[], other: PinnedPost[]) => idsOf(one).sort().join() === idsOf(other).sort().join()

/** The pinned projects in the owner's order, which a handle, keys and buttons change. Each change is stored at once. */
export function PinnedOrder({ pinned }: { pinned: PinnedPost[] }) {
  const [moved, setMoved] = useState<PinnedPost[] | null>(null)
  const rows = moved && isSameSet(moved, pinned) ? moved : pinned
  const actions = useRowActions()
  const { root, announced, change } = useRows<PinnedPost>(store)
  const dragged = useRef<{ key: string; from: PinnedPost[]; rows: PinnedPost[] } | null>(null)
  // One after the other: the last change is the last one that is stored.
  const queue = useRef<Promise<unknown>>(Promise.resolve())

  function store(next: PinnedPost[], before = rows) {
    setMoved(next)
    const send = (ids: string[]) => {
      const answer = queue.current.then(() => callApi(postCalls.order, { body: { ids } }))
      queue.current = answer.catch(() => setMoved(null))
      return answer
    }
    actions.act([], () => send(idsOf(next)), {
      undo: () => {
        setMoved(before)
        return send(idsOf(before))
      },
      undoes: 'the new order',
    })
  }

  function onKeyDown(event: KeyboardEvent, index: number) {
    const key = pressedKey(event)
    const [row, to] = [rows[index], index + (key === 'ArrowUp' ? -1 : 1)]
    if (!event.altKey || !['ArrowUp', 'ArrowDown'].includes(key) || !row) return
    event.preventDefault()
    // The table below moves from row to row by the same keys.
    event.stopPropagation()
    if (to < 0 || to >= rows.length) return
    const words = `${row.title || UNTITLED} is now at place ${to + 1} of ${rows.length}.`
    change(rows.toSpliced(index, 1).toSpliced(to, 0, row), `${row._id}-handle`, words)
  }

  function onPointerMove(event: PointerEvent<HTMLElement>) {
    const drag = dragged.current
    if (!drag) return
    const items = [...(root.current?.querySelectorAll('li') ?? [])]
    const over = items.findIndex((item) => event.clientY < item.getBoundingClientRect().bottom)
    const to = over === -1 ? items.length - 1 : over
    const from = drag.rows.findIndex(({ _id }) => _id === drag.key)
    const row = drag.rows[from]
    if (!row || from === to) return
    drag.rows = drag.rows.toSpliced(from, 1).toSpliced(to, 0, row)
    setMoved(drag.rows)
  }

  function onDrop(isStored: boolean) {
    const drag = dragged.current
    dragged.current = null
    if (!drag || idsOf(drag.rows).join() === idsOf(drag.from).join()) return
    if (isStored) store(drag.rows, drag.from)
    else setMoved(drag.from)
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
        {announced}
      </p>
      <div ref={root} className="mt-3">
        <ol className="max-w-2xl border-t border-line">
          {rows.map((row, index) => {
            const name = row.title || UNTITLED
            return (
              <li
                key={row._id}
                className="flex items-center gap-1 border-b border-line bg-paper"
                onKeyDown={(event) => onKeyDown(event, index)}
              >
                <IconButton
                  name={`Move ${name}`}
                  data-focus={`${row._id}-handle`}
                  aria-describedby="pinned-order-hint"
                  aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
                  tone="quiet"
                  className="cursor-grab touch-none active:cursor-grabbing"
                  onPress={() => {}}
                  onPointerDown={(event) => {
                    event.currentTarget.setPointerCapture(event.pointerId)
                    dragged.current = { key: row._id, from: rows, rows }
                  }}
                  onPointerMove={onPointerMove}
                  onPointerUp={() => onDrop(true)}
                  onPointerCancel={() => onDrop(false)}
                >
                  <Icon name="handle" className="size-5" />
                </IconButton>
                <span dir="auto" className="min-w-0 flex-1 truncate">
                  {name}
                </span>
                <RowButtons {...{ rows, index, name, change }} keyOf={({ _id }) => _id} />
              </li>
            )
          })}
        </ol>
      </div>
    </section>
  )
}
