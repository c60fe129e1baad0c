import type { Ref } from 'react'
import { Field } from '@/components/ui/field'

/** Asks for the second factor: the app's six digits, or a recovery code. */
export function CodeField({ id, ref, error }: { id: string; ref?: Ref<HTMLInputElement>; error?: string }) {
  return (
    <Field
      id={id}
      name="code"
      label="Code"
      hint="Six digits of your authenticator app, or one of your recovery codes."
      error={error}
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      dir="ltr"
      ref={ref}
    />
  )
}
