import {
  autoUpdate,
  computePosition,
  flip,
  hide,
  type Middleware,
  offset,
  type Placement,
  shift,
  size,
  type VirtualElement,
} from '@floating-ui/dom'
import { type ComponentProps, type RefObject, useLayoutEffect } from 'react'

export type Anchor = Element | VirtualElement

type FloatingProps = ComponentProps<'div'> & {
  anchor: Anchor
  ref: RefObject<HTMLDivElement | null>
  placement?: Placement
  /** Hides the layer while its anchor is scrolled out of view. */
  hides?: boolean
  /** Covers its anchor rather than be cut, where neither side of it has the room. */
  covers?: boolean
  /** Pixels at the top of the window to keep free for the sticky toolbar. */
  topInset?: () => number
  /** The line that is being typed: the layer covers neither it nor the bar of the form. */
  line?: () => Pick<DOMRect, 'top' | 'bottom'> | null
  /** A value whose change moves the anchor without scrolling: the layer is positioned again. */
  track?: unknown
}

const GAP_PX = 8
const MARGIN_PX = 8

const noInset = () => 0

/** A layer above everything else, positioned beside its anchor. */
export function Floating({
  anchor,
  ref,
  placement = 'bottom-start',
  hides = false,
  covers = false,
  topInset = noInset,
  line,
  track,
  className = '',
  ...rest
}: FloatingProps) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of `track` has to run this again
  useLayoutEffect(() => {
    const layer = ref.current
    if (!layer) return
    if (!layer.matches(':popover-open')) layer.showPopover()
    return autoUpdate(anchor, layer, async () => {
      const inset = topInset()
      const bar = line && layer.closest('form')?.querySelector('.save-bar')
      const bottom = bar ? Math.max(0, window.innerHeight - bar.getBoundingClientRect().top) : 0
      const padding = { top: inset + MARGIN_PX, bottom: bottom + MARGIN_PX, left: MARGIN_PX, right: MARGIN_PX }
      const { x, y, middlewareData } = await computePosition(anchor, layer, {
        strategy: 'fixed',
        placement,
        middleware: [
          offset(GAP_PX),
          flip({ padding }),
          shift({ padding, crossAxis: covers }),
          ...(line ? [offLine(line, padding)] : []),
          size({
            padding,
            apply: ({ availableWidth, availableHeight }) => {
              layer.style.maxWidth = `${Math.floor(availableWidth)}px`
              layer.style.maxHeight = `${Math.max(Math.floor(availableHeight), 120)}px`
            },
          }),
          hide({ padding: { top: inset } }),
        ],
      })
      layer.style.translate = `${Math.round(x)}px ${Math.round(y)}px`
      layer.style.visibility = hides && middlewareData.hide?.referenceHidden ? 'hidden' : ''
    })
  }, [anchor, ref, placement, hides, covers, topInset, line, track])

  return <div ref={ref} popover="manual" className={`editor-layer ${className}`} {...rest} />
}

/** Moves a layer that would lie over a line below it, or above it where there is no room below. */
function offLine(lineOf: NonNullable<FloatingProps['line']>, free: { top: number; bottom: number }): Middleware {
  return {
    name: 'offLine',
    fn: ({ y, rects }) => {
      const line = lineOf()
      const { height } = rects.floating
      if (!line || y + height <= line.top || y >= line.bottom) return {}
      const below = line.bottom + GAP_PX
      const above = line.top - GAP_PX - height
      const isRoomBelow = below + height <= window.innerHeight - free.bottom
      return isRoomBelow || above < free.top ? { y: below } : { y: above }
    },
  }
}
