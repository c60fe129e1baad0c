import { type ChangeEvent, type ComponentProps, type ReactNode, useId, useState } from 'react'
import { CONTROL_CLASS } from '@/components/ui/form/control-class'
import { pressedKey } from '@/components/ui/pressed-key'

type FieldProps = Omit<ComponentProps<'input'>, 'className'> & { label: string; hint?: string; error?: string | null }

/** A labelled input of the editor's popovers, which are inside the page's form. */
export function PopoverField({ label, hint, error, ...rest }: FieldProps) {
  const id = useId()
  const described = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ')
  return (
    <div className="editor-field">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        className={`${CONTROL_CLASS} editor-control`}
        aria-invalid={error ? true : undefined}
        aria-describedby={described || undefined}
        autoComplete="off"
        {...rest}
      />
      {error && (
        <p id={`${id}-error`} role="alert" className="editor-error">
          {error}
        </p>
      )}
      {hint && (
        <p id={`${id}-hint`} className="editor-hint">
          {hint}
        </p>
      )}
    </div>
  )
}

/** The state of an address field and its props for `PopoverField`. Typing clears the error. */
export function useAddressField(initial = '') {
  const [value, setValue] = useState(initial)
  const [error, setError] = useState<string | null>(null)
  const props = {
    inputMode: 'url',
    dir: 'ltr',
    spellCheck: false,
    autoCapitalize: 'off',
    placeholder: 'https://',
    value,
    error,
    onChange: (event: ChangeEvent<HTMLInputElement>) => {
      setValue(event.target.value)
      setError(null)
    },
  } as const
  return { value, setError, props }
}

type PopoverFormProps = { onSubmit: () => void; children: ReactNode }

export function PopoverForm({ onSubmit, children }: PopoverFormProps) {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: forms cannot be nested; Enter does the same as its button
    <div
      className="editor-form"
      onKeyDown={(event) => {
        if (pressedKey(event) !== 'Enter' || !(event.target instanceof HTMLInputElement)) return
        event.preventDefault()
        event.stopPropagation()
        if (event.target.type !== 'file') onSubmit()
      }}
    >
      {children}
    </div>
  )
}
