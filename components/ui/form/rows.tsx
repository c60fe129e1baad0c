'use client'

import {
  type KeyboardEvent,
  type PointerEvent as ReactPointerEvent,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import { Icon } from '@/components/ui/icon'
import { IconButton } from '@/components/ui/icon-button'
import { pressedKey } from '@/components/ui/pressed-key'
import { capitalised } from '@/lib/platform/format'

type Options<Row> = {
  rows: Row[]
  keyOf: (row: Row) => string
  nameOf: (row: Row, index: number) => string
  onChange: (rows: Row[]) => void
  /** Says that a row has another place. */
  placed?: (index: number, to: number) => string
  /** Takes a row that is moved before the first one; without it none is. */
  onBefore?: (row: Row) => void
}

export type Rows<Row> = ReturnType<typeof useRows<Row>>

const KEYS = ['ArrowUp', 'ArrowDown']
/** A row dragged into this part of the window, at its top or bottom, scrolls it. */
const EDGE = 1 / 6
const SCROLL_PX = 12

/**
 * Rows that are added, moved and removed inside `root`, by buttons, by keys and, where each is an `li` with a `RowHandle`,
 * by dragging. `change` shows other rows, focuses the first element whose `data-focus` begins with `focus`, and announces
 * `words`. `shown` are the rows in the order of the drag; `isBefore` says that `onBefore` would take the dragged one.
 */
export function useRows<Row>({ rows, keyOf, nameOf, onChange, placed, onBefore }: Options<Row>) {
  const element = useRef<HTMLElement>(null)
  const [announced, setAnnounced] = useState('')
  // The element to focus after the next render: the pressed button may have moved or disappeared.
  const focusNext = useRef<string | null>(null)
  /** `offset` is where the pointer took the row, below its top. */
  const [drag, setDrag] = useState<{ from: number; to: number; offset: number } | null>(null)
  const isDragged = drag !== null

  useEffect(() => {
    if (focusNext.current === null) return
    element.current?.querySelector<HTMLElement>(`[data-focus^="${focusNext.current}"]`)?.focus()
    focusNext.current = null
  })

  function change(next: Row[], focus: string, announcement = '') {
    focusNext.current = focus
    setAnnounced(announcement)
    onChange(next)
  }

  /** `part` is what of the row takes the focus. */
  function move(index: number, to: number, part: 'up' | 'down' | 'handle') {
    const [row] = rows.slice(index)
    if (row === undefined || to >= rows.length) return
    if (to < 0) return onBefore?.(row)
    const words = placed?.(index, to) ?? `${nameOf(row, index)} is now at place ${to + 1} of ${rows.length}.`
    change(moved(rows, index, to), `${keyOf(row)}-${part}`, words)
  }

  const items = () => [...(element.current?.querySelectorAll('li') ?? [])].map((item) => item.getBoundingClientRect())

  const onDragged = useEffectEvent(({ clientY }: PointerEvent) => {
    if (!drag || !element.current) return
    const at = Math.max(drag.to, 0)
    const others = items()
    const [dragged] = others.splice(at, 1)
    if (!dragged) return
    const top = clientY - drag.offset
    // Past the middle of another row with the edge that leads to it, it is on the other side.
    const passed = others.filter((row, index) => (index < at ? top : top + dragged.height) > row.top + row.height / 2)
    const isBefore = onBefore !== undefined && clientY < element.current.getBoundingClientRect().top
    const to = isBefore ? -1 : passed.length
    // At once: it may be dropped in the same moment.
    if (to !== drag.to) flushSync(() => setDrag({ ...drag, to }))
    const share = clientY / window.innerHeight
    if (share < EDGE || share > 1 - EDGE) window.scrollBy(0, share < EDGE ? -SCROLL_PX : SCROLL_PX)
  })
  const onDropped = useEffectEvent(() => {
    setDrag(null)
    if (drag && drag.from !== drag.to) move(drag.from, drag.to, 'handle')
  })
  // Of the whole window: a captured pointer would be lost where its row moves in the document.
  useEffect(() => {
    if (!isDragged) return
    const ended = new AbortController()
    window.addEventListener('pointermove', (event) => onDragged(event), { signal: ended.signal })
    window.addEventListener('pointerup', () => onDropped(), { signal: ended.signal })
    window.addEventListener('pointercancel', () => setDrag(null), { signal: ended.signal })
    return () => ended.abort()
  }, [isDragged])

  return {
    root(shown: HTMLElement | null) {
      element.current = shown
    },
    ...{ announced, rows, keyOf, nameOf, change, move },
    ...{ shown: drag ? moved(rows, drag.from, Math.max(drag.to, 0)) : rows, isBefore: drag?.to === -1 },
    drag(index: number, { button, clientY }: ReactPointerEvent) {
      const [item] = items().slice(index)
      if (item && button === 0) setDrag({ from: index, to: index, offset: clientY - item.top })
    },
    onKeyDown(event: KeyboardEvent, index: number) {
      const key = pressedKey(event)
      if (!event.altKey || !KEYS.includes(key)) return
      event.preventDefault()
      // A table around them moves from row to row by the same keys.
      event.stopPropagation()
      move(index, index + (key === 'ArrowUp' ? -1 : 1), 'handle')
    },
  }
}

const moved = <Row,>(rows: Row[], from: number, to: number) =>
  rows.toSpliced(from, 1).toSpliced(to, 0, ...rows.slice(from, from + 1))

type RowProps<Row> = { list: Rows<Row>; index: number; row: Row }

/** Drags a row. `hint` is the id of what says so, and names the keys. */
export function RowHandle<Row>({ list, index, row, hint }: RowProps<Row> & { hint: string }) {
  return (
    <IconButton
      name={`Move ${list.nameOf(row, index)}`}
      data-focus={`${list.keyOf(row)}-handle`}
      aria-describedby={hint}
      aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
      tone="quiet"
      className={`cursor-grab touch-none active:cursor-grabbing ${NARROW}`}
      onPress={() => {}}
      onPointerDown={(event) => list.drag(index, event)}
    >
      <Icon name="handle" className="size-5" />
    </IconButton>
  )
}

type RowButtonsProps<Row> = RowProps<Row> & {
  /** The `data-focus` of what adds a row: it takes the focus once there is none. Without it rows are not removed. */
  adding?: string
}

/** Moves a row of a list up or down, or removes it. Each has a `data-focus` of the row's key: `-up`, `-down`, `-remove`. */
export function RowButtons<Row>({ list, index, row, adding }: RowButtonsProps<Row>) {
  const { rows, keyOf, nameOf, change } = list
  const [key, name] = [keyOf(row), nameOf(row, index)]

  const move = (part: 'up' | 'down', to: number) => (
    <IconButton
      name={`Move ${name} ${part}`}
      data-focus={`${key}-${part}`}
      isPossible={to >= 0 && to < rows.length}
      onPress={() => list.move(index, to, part)}
      className={NARROW}
    >
      <Icon name="chevron" className={`size-5 ${part === 'up' ? '-rotate-90' : 'rotate-90'}`} />
    </IconButton>
  )

  function remove(adding: string) {
    const rest = rows.toSpliced(index, 1)
    const [neighbour = rest.at(-1)] = rest.slice(index)
    const words = `${capitalised(name)} removed.`
    change(rest, neighbour === undefined ? adding : `${keyOf(neighbour)}-`, words)
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
