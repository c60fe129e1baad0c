import {
  autoUpdate,
  computePosition,
  flip,
  hide,
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
  /** Gone while what it belongs to is scrolled out of sight. */
  hides?: boolean
  /** Pixels at the top of the window that stay free, for the toolbar that sticks there. */
  topInset?: number
  /** Whatever moves the anchor without a scroll: a change of it places the layer again. */
  track?: unknown
}

const GAP_PX = 8
const MARGIN_PX = 8

/** A layer above everything, beside what it belongs to; it stands in the document where it is written. */
export function Floating({
  anchor,
  ref,
  placement = 'bottom-start',
  hides = false,
  topInset = 0,
  track,
  className = '',
  ...rest
}: FloatingProps) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: `track` is there to run this again
  useLayoutEffect(() => {
    const layer = ref.current
    if (!layer) return
    if (!layer.matches(':popover-open')) layer.showPopover()
    const padding = { top: topInset + MARGIN_PX, bottom: MARGIN_PX, left: MARGIN_PX, right: MARGIN_PX }
    return autoUpdate(anchor, layer, async () => {
      const { x, y, middlewareData } = await computePosition(anchor, layer, {
        strategy: 'fixed',
        placement,
        middleware: [
          offset(GAP_PX),
          flip({ padding }),
          shift({ padding }),
          size({
            padding,
            apply: ({ availableWidth, availableHeight }) => {
              layer.style.maxWidth = `${Math.floor(availableWidth)}px`
              layer.style.maxHeight = `${Math.max(Math.floor(availableHeight), 120)}px`
            },
          }),
          hide({ padding: { top: topInset } }),
        ],
      })
      layer.style.translate = `${Math.round(x)}px ${Math.round(y)}px`
      layer.style.visibility = hides && middlewareData.hide?.referenceHidden ? 'hidden' : ''
    })
  }, [anchor, ref, placement, hides, topInset, track])

  return <div ref={ref} popover="manual" className={`editor-layer ${className}`} {...rest} />
}
