import { type ComponentProps, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/form/field'

/** A password to be set: masked, and shown to who wants to see what they typed. */
export function NewPasswordField(props: Omit<ComponentProps<typeof Field>, 'type' | 'aside'>) {
  const [isShown, setShown] = useState(false)
  return (
    <Field
      {...props}
      type={isShown ? 'text' : 'password'}
      autoComplete="new-password"
      autoCapitalize="none"
      spellCheck={false}
      dir="ltr"
      aside={
        <Button variant="quiet" aria-pressed={isShown} aria-controls={props.id} onClick={() => setShown(!isShown)}>
          {isShown ? 'Hide' : 'Show'}
          <span className="sr-only"> what is typed</span>
        </Button>
      }
    />
  )
}
