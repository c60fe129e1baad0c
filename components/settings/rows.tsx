'use client'

import { useEffect, useRef, useState } from 'react'
import { IconButton } from '@/components/ui/icon-button'
import { ChevronIcon, TrashIcon } from '@/components/ui/table/table-icons'

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

/** The list with one entry at another place. */
export function moved<Entry>(list: Entry[], from: number, to: number): Entry[] {
  const next = [...list]
  next.splice(to, 0, ...next.splice(from, 1))
  return next
}

/** What is announced of a move. */
export const said = (name: string, to: number, count: number) => `${name} is now at place ${to + 1} of ${count}.`
export const focusAfterMove = (key: string, from: number, to: number) => `${key}-${to < from ? 'up' : 'down'}`

/** Three fit beside a field on a phone. */
const NARROW = 'max-sm:w-9'

type MoveButtonsProps = {
  name: string
  focusKey: string
  place: number
  count: number
  onMove: (to: number) => void
  /** Without it the row stays. */
  onRemove?: () => void
}

/** Moves a row up or down, or removes it. Each has a `data-focus` of the row's key: `-up`, `-down`, `-remove`. */
export function MoveButtons({ name, focusKey, place, count, onMove, onRemove }: MoveButtonsProps) {
  return (
    <>
      <IconButton
        name={`Move ${name} up`}
        data-focus={`${focusKey}-up`}
        isPossible={place > 0}
        onPress={() => onMove(place - 1)}
        className={NARROW}
      >
        <ChevronIcon className="size-5 -rotate-90" />
      </IconButton>
      <IconButton
        name={`Move ${name} down`}
        data-focus={`${focusKey}-down`}
        isPossible={place < count - 1}
        onPress={() => onMove(place + 1)}
        className={NARROW}
      >
        <ChevronIcon className="size-5 rotate-90" />
      </IconButton>
      {onRemove && (
        <IconButton name={`Remove ${name}`} data-focus={`${focusKey}-remove`} onPress={onRemove} className={NARROW}>
          <TrashIcon className="size-5" />
        </IconButton>
      )}
    </>
  )
}

type RowButtonsProps<Row> = {
  rows: Row[]
  place: number
  name: string
  /** The `data-focus` of what adds a row: it takes the focus once there is none. */
  adding: string
  change: (rows: Row[], focus: string, words: string) => void
}

/** Moves a row of a list, or removes it. */
export function RowButtons<Row extends { key: string }>({ rows, place, name, adding, change }: RowButtonsProps<Row>) {
  const key = rows[place]?.key ?? ''
  return (
    <MoveButtons
      name={name}
      focusKey={key}
      place={place}
      count={rows.length}
      onMove={(to) => change(moved(rows, place, to), focusAfterMove(key, place, to), said(name, to, rows.length))}
      onRemove={() => {
        const neighbour = rows[place + 1] ?? rows[place - 1]
        const rest = rows.filter((row) => row.key !== key)
        change(rest, neighbour ? `${neighbour.key}-text` : adding, `${name} removed.`)
      }}
    />
  )
}
