import { type FocusEvent, type PointerEvent, type ReactNode, useRef, useState } from 'react'
import { Floating } from './floating'

/**
 * A tooltip with the name of the hovered or focused item: items have `data-tip`. Spread `handlers` on their container
 * and render `tip` beside it.
 */
export function useTips(): { handlers: Record<string, unknown>; tip: ReactNode } {
  const [shown, setShown] = useState<{ anchor: Element; text: string } | null>(null)
  const hide = () => setShown(null)
  const show = (target: EventTarget) => {
    // Not over what the item has opened.
    const anchor = target instanceof Element ? target.closest('[data-tip]:not([aria-expanded="true"])') : null
    setShown(anchor ? { anchor, text: anchor.getAttribute('data-tip') ?? '' } : null)
  }
  const handlers = {
    onFocusCapture: (event: FocusEvent) => event.target.matches(':focus-visible') && show(event.target),
    onBlurCapture: hide,
    onKeyDownCapture: hide,
    onPointerOver: (event: PointerEvent) => event.pointerType === 'mouse' && show(event.target),
    onPointerLeave: hide,
    onPointerDownCapture: hide,
  }
  return { handlers, tip: shown && <Tip {...shown} /> }
}

function Tip({ anchor, text }: { anchor: Element; text: string }) {
  const layer = useRef<HTMLDivElement>(null)
  return (
    // Hidden from screen readers: the control has the name.
    <Floating
      ref={layer}
      anchor={anchor}
      placement="bottom"
      aria-hidden="true"
      className="pointer-events-none rounded-md border-transparent bg-fg px-2 py-1 text-[0.8125rem] whitespace-pre text-paper"
    >
      {text}
    </Floating>
  )
}
