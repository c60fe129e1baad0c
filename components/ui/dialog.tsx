'use client'

import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'

type DialogProps = {
  title: string
  /** Escape, or any other way to close it without an answer. */
  onClose: () => void
  wide?: boolean
  children: ReactNode
}

/**
 * A modal dialog, open while it is rendered. The native element: the page behind is inert, Escape closes, and the focus
 * returns afterwards.
 */
export function Dialog({ title, onClose, wide = false, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()

  // Closed before it is removed: afterwards the browser would not restore the focus.
  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    return () => element?.close()
  }, [])

  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      onCancel={(event) => {
        // Cancelling a file chooser inside fires the same event, which bubbles.
        if (event.target !== event.currentTarget) return
        event.preventDefault()
        onClose()
      }}
      className={`m-auto max-h-[calc(100dvh-2rem)] w-[calc(100vw-2rem)] overflow-y-auto rounded-plate border border-line bg-paper p-5 text-fg shadow-2xl shadow-black/30 backdrop:bg-black/60 sm:p-7 ${wide ? 'max-w-page scroll-pb-24' : 'max-w-[28rem]'}`}
    >
      <h2 id={titleId} className="mb-4 text-h3">
        {title}
      </h2>
      {children}
    </dialog>
  )
}
