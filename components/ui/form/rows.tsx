'use client'

import { useEffect, useRef, useState } from 'react'
import { Icon } from '@/components/ui/icon'
import { IconButton } from '@/components/ui/icon-button'

/**
 * Rows that are added, moved and removed by buttons, inside `root`. `change` shows other rows, focuses the element with
 * that `data-focus`, and announces `words`.
 */
export function useRows<Row>(onChange: (rows: Row[]) => void) {
  const root = useRef<HTMLDivElement>(null)
  const [announced, setAnnounced] = useState('')
  // The element to focus after the next render: the pressed button may have moved or disappeared.
  const focusNext = useRef<string | null>(null)

  useEffect(() => {
    if (focusNext.current === null) return
    root.current?.querySelector<HTMLElement>(`[data-focus="${focusNext.current}"]`)?.focus()
    focusNext.current = null
  })

  function change(next: Row[], focus: string, words = '') {
    focusNext.current = focus
    setAnnounced(words)
    onChange(next)
  }

  return { root, announced, change }
}

type RowButtonsProps<Row> = {
  rows: Row[]
  index: number
  name: string
  keyOf: (row: Row) => string
  /** The `data-focus` of what adds a row: it takes the focus once there is none. Without it rows are not removed. */
  adding?: string
  change: (rows: Row[], focus: string, words: string) => void
}

/** Moves a row of a list up or down, or removes it. Each has a `data-focus` of the row's key: `-up`, `-down`, `-remove`. */
export function RowButtons<Row>({ rows, index, name, keyOf, adding, change }: RowButtonsProps<Row>) {
  const [row] = rows.slice(index)
  if (row === undefined) return null
  const key = keyOf(row)
  const rest = rows.toSpliced(index, 1)

  const move = (direction: 'up' | 'down', to: number) => (
    <IconButton
      name={`Move ${name} ${direction}`}
      data-focus={`${key}-${direction}`}
      isPossible={to >= 0 && to < rows.length}
      onPress={() =>
        change(
          rest.toSpliced(to, 0, row),
          `${key}-${direction}`,
          `${name} is now at place ${to + 1} of ${rows.length}.`,
        )
      }
      className={NARROW}
    >
      <Icon name="chevron" className={`size-5 ${direction === 'up' ? '-rotate-90' : 'rotate-90'}`} />
    </IconButton>
  )

  function remove(adding: string) {
    const [neighbour = rest.at(-1)] = rest.slice(index)
    change(rest, neighbour === undefined ? adding : `${keyOf(neighbour)}-text`, `${name} removed.`)
  }

  return (
    <>
      {move('up', index - 1)}
      {move('down', index + 1)}
      {adding !== undefined && (
        <IconButton
          name={`Remove ${name}`}
          data-focus={`${key}-remove`}
          onPress={() => remove(adding)}
          className={NARROW}
        >
          <Icon name="trash" className="size-5" />
        </IconButton>
      )}
    </>
  )
}

/** Three fit beside a field on a phone. */
const NARROW = 'max-sm:w-9'
