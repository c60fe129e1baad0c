import type { ComponentProps } from 'react'
import { Field } from '@/components/ui/form/field'
import { pressedKey } from '@/components/ui/pressed-key'
import { withProtocol } from '@/lib/http/with-protocol'

/** A labelled input for an address of the web; completes "example.com" when it is left, or saved by a key. */
export function UrlField(props: Omit<ComponentProps<typeof Field>, 'type'>) {
  return (
    <Field
      {...props}
      type="url"
      inputMode="url"
      dir="ltr"
      onBlur={({ currentTarget }) => complete(currentTarget)}
      onKeyDown={(event) => {
        const key = pressedKey(event)
        if (key === 'Enter' || ((event.ctrlKey || event.metaKey) && key === 's')) complete(event.currentTarget)
      }}
    />
  )
}

function complete(input: HTMLInputElement): void {
  const address = withProtocol(input.value)
  if (address === input.value) return
  // As if it were typed: React hears of no value that is set by its own setter.
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, address)
  input.dispatchEvent(new Event('input', { bubbles: true }))
}
