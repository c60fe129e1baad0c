'use client'

import { type ReactNode, useId, useRef } from 'react'
import { AppLink } from '@/components/ui/app-link'
import { buttonClass } from '@/components/ui/button'
import { Icon } from '@/components/ui/icon'

const GAP_PX = 6
const ITEM_CLASS = buttonClass('quiet', 'justify-start px-3 sm:px-3')

/**
 * A button that opens what is rarely needed. A native popover: Escape, a click elsewhere and a choice close it, and the
 * focus returns to the button.
 */
export function Menu({ label, children }: { label: string; children: ReactNode }) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const list = useRef<HTMLDivElement>(null)

  /** Above the button where there is more room than below it, and to the side with more room. */
  function position() {
    const at = button.current?.getBoundingClientRect()
    const { style } = list.current ?? {}
    if (!at || !style) return
    const { clientWidth, clientHeight } = document.documentElement
    const isAbove = at.top > clientHeight - at.bottom
    const isLeft = at.left + at.right < clientWidth
    style.left = isLeft ? `${at.left}px` : 'auto'
    style.right = isLeft ? 'auto' : `${clientWidth - at.right}px`
    style.top = isAbove ? 'auto' : `${at.bottom + GAP_PX}px`
    style.bottom = isAbove ? `${clientHeight - at.top + GAP_PX}px` : 'auto'
    window.addEventListener('scroll', () => list.current?.hidePopover(), { once: true })
  }

  return (
    <>
      <button
        ref={button}
        type="button"
        popoverTarget={id}
        aria-label={label}
        title={label}
        className={buttonClass('outline', 'size-11 px-0 sm:px-0')}
      >
        <Icon name="more" className="size-5" />
      </button>
      <div
        ref={list}
        id={id}
        popover="auto"
        onBeforeToggle={({ newState }) => newState === 'open' && position()}
        className="fixed inset-auto m-0 max-h-[calc(100dvh-1rem)] max-w-[calc(100vw-1rem)] min-w-52 overflow-y-auto rounded-plate border border-line bg-paper p-1.5 text-fg shadow-lg shadow-black/20 flex-col open:flex"
      >
        {children}
      </div>
    </>
  )
}

export function MenuItem({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <button
      type="button"
      onClick={({ currentTarget }) => {
        // The focus is back at the menu's button before a dialog takes it.
        currentTarget.closest<HTMLElement>('[popover]')?.hidePopover()
        onClick()
      }}
      className={ITEM_CLASS}
    >
      {children}
    </button>
  )
}

export function MenuLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <AppLink href={href} className={ITEM_CLASS}>
      {children}
    </AppLink>
  )
}
