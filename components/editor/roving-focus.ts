import type { EditorView } from '@tiptap/pm/view'
import type { FocusEvent, KeyboardEvent } from 'react'
import { pressedKey } from '@/components/ui/pressed-key'

const ITEM = '[data-tool]'

/**
 * Roving tabindex for a toolbar (WAI-ARIA): one tab stop, arrow keys inside. The state is in the DOM, so that a key
 * press renders nothing. Items have `data-tool`.
 */
export const rovingFocus = (onEscape: () => void) => ({
  onKeyDown(event: KeyboardEvent<HTMLElement>) {
    if (pressedKey(event) === 'Escape') {
      event.preventDefault()
      event.stopPropagation()
      return onEscape()
    }
    const items = itemsOf(event.currentTarget)
    const at = items.indexOf(event.target as HTMLElement)
    if (at === -1 || event.altKey || event.ctrlKey || event.metaKey) return
    const { back, forward } = arrowsIn(event.currentTarget)
    const next =
      pressedKey(event) === forward
        ? items[(at + 1) % items.length]
        : pressedKey(event) === back
          ? items.at(at - 1)
          : pressedKey(event) === 'Home'
            ? items[0]
            : pressedKey(event) === 'End'
              ? items.at(-1)
              : undefined
    if (!next) return
    event.preventDefault()
    next.focus()
  },

  onFocus(event: FocusEvent<HTMLElement>) {
    const items = itemsOf(event.currentTarget)
    if (!items.includes(event.target as HTMLElement)) return
    for (const item of items) item.tabIndex = item === event.target ? 0 : -1
  },
})

/** Whether a key goes on from a text field to the next tool: an arrow does that is beyond the field's text. */
export function leavesField(event: KeyboardEvent<HTMLInputElement>): boolean {
  const field = event.currentTarget
  const key = pressedKey(event)
  const { back, forward } = arrowsIn(field)
  return (key === back && field.selectionEnd === 0) || (key === forward && field.selectionStart === field.value.length)
}

/** The same for a text that is edited in a view of its own. */
export function leavesView(view: EditorView, key: string): boolean {
  const { back, forward } = arrowsIn(view.dom)
  // The browser's caret: after the key before, the view may not have heard of it yet.
  const { anchorNode, anchorOffset, isCollapsed } = getSelection() ?? {}
  if (!anchorNode || !isCollapsed || !view.dom.contains(anchorNode)) return false
  const pos = view.posAtDOM(anchorNode, anchorOffset ?? 0)
  return (key === back && pos === 0) || (key === forward && pos === view.state.doc.content.size)
}

function arrowsIn(element: HTMLElement) {
  return getComputedStyle(element).direction === 'rtl'
    ? { back: 'ArrowRight', forward: 'ArrowLeft' }
    : { back: 'ArrowLeft', forward: 'ArrowRight' }
}

/** Makes the first item the tab stop when none is; call it when items have changed. */
export function ensureStop(toolbar: HTMLElement | null): void {
  const items = toolbar ? itemsOf(toolbar) : []
  if (!items.some((item) => item.tabIndex === 0)) items[0]?.setAttribute('tabindex', '0')
}

export function stopOf(toolbar: HTMLElement): HTMLElement | undefined {
  return itemsOf(toolbar).find((item) => item.tabIndex === 0)
}

function itemsOf(toolbar: HTMLElement): HTMLElement[] {
  return [...toolbar.querySelectorAll<HTMLElement>(ITEM)]
}
