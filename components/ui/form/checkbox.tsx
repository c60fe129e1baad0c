import type { ComponentProps, ReactNode } from 'react'

/** A checkbox with its words, large enough for a finger. */
export function Checkbox({ children, ...rest }: { children: ReactNode } & Omit<ComponentProps<'input'>, 'type'>) {
  return (
    <label className="flex min-h-11 cursor-pointer items-center gap-3">
      <input type="checkbox" className="size-[1.15rem] shrink-0 cursor-pointer accent-accent" {...rest} />
      <span>{children}</span>
    </label>
  )
}
