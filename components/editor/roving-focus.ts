import type { FocusEvent, KeyboardEvent } from 'react'

const ITEM = '[data-tool]'

/**
 * One stop of the Tab key for a whole toolbar, arrow keys inside (WAI-ARIA toolbar). Which item has the stop is kept in
 * the document, so that pressing a key draws nothing anew. Items carry `data-tool`.
 */
export const rovingFocus = {
  onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const items = itemsOf(event.currentTarget)
    const at = items.indexOf(event.target as HTMLElement)
    if (at === -1 || event.altKey || event.ctrlKey || event.metaKey) return
    const isRightToLeft = getComputedStyle(event.currentTarget).direction === 'rtl'
    const forward = isRightToLeft ? 'ArrowLeft' : 'ArrowRight'
    const back = isRightToLeft ? 'ArrowRight' : 'ArrowLeft'
    const next =
      event.key === forward
        ? items[(at + 1) % items.length]
        : event.key === back
          ? items.at(at - 1)
          : event.key === 'Home'
            ? items[0]
            : event.key === 'End'
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
}

/** Gives the stop to the first item where none has it; call it when the items have changed. */
export function ensureStop(toolbar: HTMLElement | null): void {
  const items = toolbar ? itemsOf(toolbar) : []
  if (!items.some((item) => item.tabIndex === 0)) items[0]?.setAttribute('tabindex', '0')
}

/** The item the Tab key would go to. */
export function stopOf(toolbar: HTMLElement): HTMLElement | undefined {
  return itemsOf(toolbar).find((item) => item.tabIndex === 0)
}

function itemsOf(toolbar: HTMLElement): HTMLElement[] {
  return [...toolbar.querySelectorAll<HTMLElement>(ITEM)]
}
