import type { Ref } from 'react'
import { Field } from '@/components/ui/form/field'

type CodeFieldProps = {
  id: string
  /** Whether recovery codes are accepted too. */
  takesRecovery?: boolean
  ref?: Ref<HTMLInputElement>
  error?: string
}

/** The second factor: the app's six digits, or a recovery code. */
export function CodeField({ id, takesRecovery = true, ref, error }: CodeFieldProps) {
  return (
    <Field
      id={id}
      name="code"
      label="Code"
      hint={`The six digits from your authenticator app${takesRecovery ? ', or a recovery code' : ''}.`}
      error={error}
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      dir="ltr"
      ref={ref}
    />
  )
}
