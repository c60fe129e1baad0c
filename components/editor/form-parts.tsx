import { type ChangeEvent, type ComponentProps, type ReactNode, useId, useState } from 'react'
import { CONTROL_CLASS } from '@/components/ui/form/control-class'
import { pressedKey } from '@/components/ui/pressed-key'

export const FORM_CLASS = 'grid gap-3.5 w-[min(22rem,100vw-4rem)]'
export const FIELD_CLASS = 'grid justify-items-start gap-[0.3125rem]'
export const HINT_CLASS = 'text-[0.8125rem] leading-[1.45] text-muted'
export const ERROR_CLASS = 'text-[0.875rem] leading-[1.45] text-danger'
/** The label around a checkbox. */
export const CHECK_CLASS = 'inline-flex items-center gap-1.5 px-1 text-[0.875rem] accent-accent'

type FieldProps = Omit<ComponentProps<'input'>, 'className'> & { label: string; hint?: string; error?: string | null }

/** A labelled input of the editor's popovers, which are inside the page's form. */
export function PopoverField({ label, hint, error, ...rest }: FieldProps) {
  const id = useId()
  const described = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ')
  return (
    <div className={FIELD_CLASS}>
      <label htmlFor={id} className="font-medium">
        {label}
      </label>
      <input
        id={id}
        className={CONTROL_CLASS}
        aria-invalid={error ? true : undefined}
        aria-describedby={described || undefined}
        autoComplete="off"
        {...rest}
      />
      {error && (
        <p id={`${id}-error`} role="alert" className={ERROR_CLASS}>
          {error}
        </p>
      )}
      {hint && (
        <p id={`${id}-hint`} className={HINT_CLASS}>
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
      className={FORM_CLASS}
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
