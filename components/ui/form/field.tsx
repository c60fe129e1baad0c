import type { ComponentProps, ReactNode } from 'react'
import { CONTROL_CLASS } from '@/components/ui/form/control-class'

type FieldFrameProps = {
  id: string
  label: string
  hint?: ReactNode
  error?: string
  /** A control at the end of the label, such as a switch. */
  aside?: ReactNode
  children: ReactNode
}

/** Label, control, hint and error; the control refers to the latter two with `describedBy(id, …)`. */
export function FieldFrame({ id, label, hint, error, aside, children }: FieldFrameProps) {
  return (
    <div className="space-y-1.5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <label htmlFor={id} className="text-sm font-medium">
          {label}
        </label>
        {aside}
      </div>
      {children}
      {hint && (
        <p id={`${id}-hint`} className="text-sm wrap-anywhere text-muted">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className="text-sm text-danger">
          {error}
        </p>
      )}
    </div>
  )
}

/** The value of `aria-describedby` for a field's hint and error. */
export function describedBy(id: string, hint: unknown, error: unknown): string | undefined {
  return [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ') || undefined
}

type Own = { id: string; label: string; hint?: ReactNode; error?: string; aside?: ReactNode }

export function Field({ id, label, hint, error, aside, className = '', ...rest }: Own & ComponentProps<'input'>) {
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error} aside={aside}>
      <input
        id={id}
        className={`${CONTROL_CLASS} ${className}`}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(id, hint, error)}
        {...rest}
      />
    </FieldFrame>
  )
}

export function TextArea({ id, label, hint, error, aside, className = '', ...rest }: Own & ComponentProps<'textarea'>) {
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error} aside={aside}>
      <textarea
        id={id}
        dir="auto"
        className={`${CONTROL_CLASS} field-sizing-content ${className}`}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(id, hint, error)}
        {...rest}
      />
    </FieldFrame>
  )
}
