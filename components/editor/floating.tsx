import {
  autoUpdate,
  computePosition,
  flip,
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
  /** Covers its anchor rather than be cut, where neither side of it has the room. */
  covers?: boolean
}

const GAP_PX = 8
const MARGIN_PX = 8

/** Of a layer with controls. */
export const PANEL_CLASS =
  'rounded-md border-line bg-paper text-[0.9375rem] text-fg ' +
  'shadow-[0_1px_2px_rgb(0_0_0/0.08),0_8px_28px_rgb(0_0_0/0.16)]'

/** A layer above everything else, positioned next to its anchor. */
export function Floating({
  anchor,
  ref,
  placement = 'bottom-start',
  covers = false,
  className = '',
  ...rest
}: FloatingProps) {
  useLayoutEffect(() => {
    const layer = ref.current
    if (!layer) return
    if (!layer.matches(':popover-open')) layer.showPopover()
    return autoUpdate(anchor, layer, async () => {
      const { x, y } = await computePosition(anchor, layer, {
        strategy: 'fixed',
        placement,
        middleware: [
          offset(GAP_PX),
          flip({ padding: MARGIN_PX }),
          shift({ padding: MARGIN_PX, crossAxis: covers }),
          size({
            padding: MARGIN_PX,
            apply: ({ availableWidth, availableHeight }) => {
              layer.style.maxWidth = `${Math.floor(availableWidth)}px`
              layer.style.maxHeight = `${Math.max(Math.floor(availableHeight), 120)}px`
            },
          }),
        ],
      })
      layer.style.translate = `${Math.round(x)}px ${Math.round(y)}px`
    })
  }, [anchor, ref, placement, covers])

  return (
    <div
      ref={ref}
      popover="manual"
      className={`fixed inset-[0_auto_auto_0] m-0 border font-sans ${className}`}
      {...rest}
    />
  )
}
