import { type ReactNode, useEffect, useRef } from 'react'
import { pressedKey } from '@/components/ui/pressed-key'
import { type Anchor, Floating, PANEL_CLASS } from './floating'

type PopoverProps = {
  label: string
  anchor: Anchor
  /** `focusText` is true when the text should get the focus back: after Escape, not after a click elsewhere. */
  onClose: (focusText: boolean) => void
  children: ReactNode
}

/** A popover of the editor. It takes the focus and returns it to the text on Escape. */
export function Popover({ label, anchor, onClose, children }: PopoverProps) {
  const layer = useRef<HTMLDivElement>(null)

  useEffect(() => {
    const find = (selector: string) => layer.current?.querySelector<HTMLElement>(selector)
    const first = find('[data-autofocus]') ?? find('input, select, button')
    first?.focus({ preventScroll: true })
  }, [])

  useEffect(() => {
    const closeOutside = (event: PointerEvent) => {
      const target = event.target as Node
      const isOnAnchor = anchor instanceof Element && anchor.contains(target)
      if (!layer.current?.contains(target) && !isOnAnchor) onClose(false)
    }
    document.addEventListener('pointerdown', closeOutside)
    return () => document.removeEventListener('pointerdown', closeOutside)
  }, [anchor, onClose])

  return (
    <Floating
      ref={layer}
      anchor={anchor}
      covers
      role="dialog"
      aria-label={label}
      className={`${PANEL_CLASS} overflow-y-auto p-4 outline-accent has-[>.editor-help:focus-visible]:outline-2 has-[>.editor-help:focus-visible]:-outline-offset-2`}
      onKeyDown={(event) => {
        if (pressedKey(event) !== 'Escape') return
        event.preventDefault()
        event.stopPropagation()
        onClose(true)
      }}
      onBlur={(event) => {
        const next = event.relatedTarget
        if (next instanceof Node && !event.currentTarget.contains(next)) onClose(false)
      }}
    >
      {children}
    </Floating>
  )
}
