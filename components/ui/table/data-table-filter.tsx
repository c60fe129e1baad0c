'use client'

import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { Button } from '@/components/ui/button'
import { CONTROL_CLASS } from '@/components/ui/form/control-class'
import { Icon } from '@/components/ui/icon'
import type { TableAddress } from '@/components/ui/table/use-table-address'
import { FILTER_DEBOUNCE_MS, type TableState } from '@/lib/table/table-state'

/** A sort order in the select, for layouts without column headings. */
export type SortChoice = { label: string } & Pick<TableState, 'sort' | 'direction'>

/** By date, and by the column that names the rows. */
export const sortChoices = (name: string): SortChoice[] => [
  { label: 'Newest first', sort: 'posted', direction: 'desc' },
  { label: 'Oldest first', sort: 'posted', direction: 'asc' },
  { label: `${name} A–Z`, sort: 'title', direction: 'asc' },
  { label: `${name} Z–A`, sort: 'title', direction: 'desc' },
]

type DataTableFilterProps = {
  label: string
  address: TableAddress
  sortChoices: readonly SortChoice[]
  views: ReactNode
}

export function DataTableFilter({ label, address, sortChoices, views }: DataTableFilterProps) {
  const { state, to, go } = address
  const [text, setText] = useState(state.filter)
  const [requested, setRequested] = useState(state.filter)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const filterId = useId()
  const sortId = useId()

  // Back, or a link, has changed the filter.
  if (state.filter !== requested) {
    setRequested(state.filter)
    setText(state.filter)
  }

  useEffect(() => () => clearTimeout(timer.current), [])

  function ask(filter: string) {
    clearTimeout(timer.current)
    if (filter === state.filter) return
    setRequested(filter)
    // One history entry for the whole word instead of one per letter.
    go({ filter }, state.filter === '' ? 'push' : 'replace')
  }

  const order = sortChoices.findIndex(({ sort, direction }) => sort === state.sort && direction === state.direction)

  return (
    <div className="screen-only mb-5 flex flex-wrap items-end justify-between gap-x-3 gap-y-2">
      <form
        className="min-w-0 grow basis-40 sm:max-w-80"
        onSubmit={(event) => {
          event.preventDefault()
          ask(text.trim())
        }}
      >
        <label htmlFor={filterId} className="mb-1.5 block text-sm font-medium">
          {label}
        </label>
        <div className="relative noscript:flex noscript:gap-3">
          <Icon
            name="search"
            className="pointer-events-none absolute start-3 top-1/2 size-5 -translate-y-1/2 text-muted"
          />
          <input
            id={filterId}
            name="filter"
            type="search"
            dir="auto"
            maxLength={200}
            autoComplete="off"
            spellCheck={false}
            value={text}
            onChange={(event) => {
              const typed = event.target.value
              setText(typed)
              clearTimeout(timer.current)
              timer.current = setTimeout(() => ask(typed.trim()), FILTER_DEBOUNCE_MS)
            }}
            className={`${CONTROL_CLASS} ps-10`}
          />
          <span className="hidden noscript:block">
            <Button type="submit">Filter</Button>
          </span>
        </div>
        {/* Without JavaScript, a filter changes nothing else. */}
        {[...new URLSearchParams(to({ filter: '' }).split('?')[1])].map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
      </form>
      <div className="needs-script md:hidden">
        <label htmlFor={sortId} className="mb-1.5 block text-sm font-medium">
          Sort by
        </label>
        <select
          id={sortId}
          className={CONTROL_CLASS}
          value={order}
          onChange={(event) => {
            const chosen = sortChoices[Number(event.target.value)]
            if (chosen) go({ sort: chosen.sort, direction: chosen.direction })
          }}
        >
          {sortChoices.map((choice, index) => (
            <option key={choice.label} value={index}>
              {choice.label}
            </option>
          ))}
        </select>
      </div>
      {views}
    </div>
  )
}
