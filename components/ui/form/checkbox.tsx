import type { ComponentProps, ReactNode } from 'react'

type ChoiceProps = { children: ReactNode } & Omit<ComponentProps<'input'>, 'type'>

/** Its size and colour are those of all of them (components/shell/all-styles.css). */
function Choice({ children, ...rest }: ChoiceProps & { type: 'checkbox' | 'radio' }) {
  return (
    <label className="flex min-h-11 grow cursor-pointer items-center gap-3">
      <input {...rest} />
      <span className="min-w-0 wrap-anywhere">{children}</span>
    </label>
  )
}

/** A checkbox with its words, large enough for a finger. */
export const Checkbox = (props: ChoiceProps) => <Choice type="checkbox" {...props} />

export const Radio = (props: ChoiceProps) => <Choice type="radio" {...props} />
