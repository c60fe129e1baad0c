import type { ComponentProps, ReactNode } from 'react'
import { CONTROL_CLASS } from '@/components/ui/form/control-class'
import { describedBy, FieldFrame } from '@/components/ui/form/field'

type SelectFieldProps = ComponentProps<'select'> & { id: string; label: string; hint?: ReactNode; error?: string }

/** One of a few choices; its children are the options. */
export function SelectField({ id, label, hint, error, ...rest }: SelectFieldProps) {
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error}>
      <select
        id={id}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(id, hint, error)}
        className={CONTROL_CLASS}
        {...rest}
      />
    </FieldFrame>
  )
}
