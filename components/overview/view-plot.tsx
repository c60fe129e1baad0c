'use client'

import { useState } from 'react'
import { unitName } from '@/components/overview/unit-name'
import { pressedKey } from '@/components/ui/pressed-key'
import type { ViewCount, ViewUnit } from '@/lib/analytics/schema'
import { countOf } from '@/lib/platform/format'
import { ownValue } from '@/lib/platform/own-value'

const HEIGHT = 100

type ViewPlotProps = { rows: ViewCount[]; by: ViewUnit; label: string }

/**
 * Views and, in front of them, visitors over time. Reads and prints without JavaScript; with it, the pointer and the
 * arrow keys show the figures of one bar.
 */
export function ViewPlot({ rows, by, label }: ViewPlotProps) {
  const [chosen, setChosen] = useState<number | null>(null)
  const top = Math.max(1, ...rows.map(({ views }) => views))
  const figuresOf = (row?: ViewCount) =>
    row && `${unitName(row.at, by)}: ${countOf(row.views, 'view')}, ${countOf(row.visitors, 'visitor')}`
  const last = rows.length - 1
  const choose = (index: number) => setChosen(Math.max(0, Math.min(last, index)))
  const steps: Record<string, number> = {
    ArrowLeft: (chosen ?? last + 1) - 1,
    ArrowRight: (chosen ?? -1) + 1,
    Home: 0,
    End: last,
  }
  return (
    <figure className="m-0">
      <figcaption className="mb-2 flex min-h-6 flex-wrap justify-between gap-x-4 text-sm text-muted">
        <span>
          <Key className="bg-accent/35" /> Views <Key className="ml-3 bg-accent" /> Visitors
        </span>
        <span aria-hidden="true" className="text-fg tabular-nums">
          {chosen !== null && figuresOf(rows[chosen])}
        </span>
      </figcaption>
      <p aria-hidden="true" className="mb-1 border-b border-line text-right text-xs text-muted tabular-nums">
        {top.toLocaleString('en')}
      </p>
      <div
        role="slider"
        aria-label={label}
        aria-orientation="horizontal"
        aria-valuemin={1}
        aria-valuemax={rows.length}
        aria-valuenow={(chosen ?? last) + 1}
        aria-valuetext={figuresOf(rows[chosen ?? last])}
        tabIndex={0}
        className="h-40 border-b border-fg"
        onPointerMove={({ currentTarget, clientX }) => {
          const { left, width } = currentTarget.getBoundingClientRect()
          choose(Math.floor(((clientX - left) / width) * rows.length))
        }}
        onPointerLeave={() => setChosen(null)}
        onBlur={() => setChosen(null)}
        onKeyDown={(event) => {
          const index = ownValue(steps, pressedKey(event))
          if (index === undefined || event.ctrlKey || event.altKey || event.metaKey) return
          event.preventDefault()
          choose(index)
        }}
      >
        <svg
          aria-hidden="true"
          viewBox={`0 0 ${rows.length} ${HEIGHT}`}
          preserveAspectRatio="none"
          className="size-full text-accent"
        >
          {rows.map(({ at, views, visitors }, index) => (
            <g key={at} fill="currentColor">
              <Bar index={index} share={views / top} opacity={index === chosen ? 0.6 : 0.35} />
              <Bar index={index} share={Math.min(views, visitors) / top} opacity={1} />
            </g>
          ))}
        </svg>
      </div>
      <p aria-hidden="true" className="mt-1 flex justify-between text-xs text-muted tabular-nums">
        <span>{unitName(rows[0]?.at ?? '', by)}</span>
        <span>{unitName(rows.at(-1)?.at ?? '', by)}</span>
      </p>
    </figure>
  )
}

/** A bar with a gap on each side, at least 1 high unless it is zero. */
function Bar({ index, share, opacity }: { index: number; share: number; opacity: number }) {
  const height = share === 0 ? 0 : Math.max(1, share * HEIGHT)
  return <rect x={index + 0.1} y={HEIGHT - height} width={0.8} height={height} opacity={opacity} />
}

function Key({ className }: { className: string }) {
  return <span aria-hidden="true" className={`mr-1 inline-block size-2.5 forced-color-adjust-none ${className}`} />
}
