import type { ReactNode } from 'react'

/** Of what can be done with a row, buttons and links alike. */
export const ICON_CLASS = 'inline-flex size-11 items-center justify-center rounded-plate text-fg hover:text-accent'

type IconButtonProps = {
  title: string
  name: string
  /** Red where it cannot be undone. */
  isFinal?: boolean
  onPress: () => void
  children: ReactNode
}

export function IconButton({ title, name, isFinal = false, onPress, children }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={name}
      title={title}
      className={`${ICON_CLASS} ${isFinal ? 'text-danger!' : ''}`}
      // At the second click of a double click the next row is already under the pointer.
      onClick={({ detail }) => detail < 2 && onPress()}
    >
      {children}
    </button>
  )
}
