import { type ComponentProps, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { nameAt, nameProblems, suggestNames } from '@/components/content/tech-names'
import { CONTROL_CLASS } from '@/components/ui/form/control-class'
import { describedBy, FieldFrame } from '@/components/ui/form/field'
import { comboboxProps, nextStop, OptionList } from '@/components/ui/option-list'
import { pressedKey } from '@/components/ui/pressed-key'
import { ownValue } from '@/lib/platform/own-value'

const HINT = 'Separated by commas.'

type TechFieldProps = Pick<ComponentProps<'input'>, 'name' | 'defaultValue'> & {
  id: string
  label: string
  error?: string
  /** Those of all notes and projects, most used first. */
  inUse: string[]
}

/**
 * A note's or project's technologies: a combobox that offers those in use for the name at the caret. What is written in two ways is
 * told and left as it is. The form reads and writes the text in the input itself.
 */
export function TechField({ id, label, error, inUse, ...rest }: TechFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const [names, setNames] = useState<string[]>([])
  const [active, setActive] = useState(-1)
  const [problems, setProblems] = useState<string[]>([])
  const isOpen = names.length > 0
  const combobox = { id, isOpen, active }

  function close() {
    setNames([])
    setActive(-1)
  }

  function suggest(isAsked: boolean) {
    const { value = '', selectionStart } = input.current ?? {}
    const caret = selectionStart ?? value.length
    setActive(-1)
    setNames(isAsked || nameAt(value, caret).typed !== '' ? suggestNames(inUse, value, caret) : [])
  }

  const check = () => setProblems(nameProblems(inUse, input.current?.value ?? ''))

  // biome-ignore lint/correctness/useExhaustiveDependencies: the text the form begins with; later it is typed
  useEffect(check, [])

  function pick(name: string) {
    const field = input.current
    if (!field) return
    const { from, to } = nameAt(field.value, field.selectionStart ?? field.value.length)
    field.setRangeText(name, from, to, 'end')
    // As if it had been typed, for whoever listens to the form.
    field.dispatchEvent(new Event('input', { bubbles: true }))
    close()
  }

  function onKeyDown(event: KeyboardEvent) {
    const step = ownValue({ ArrowDown: 1, ArrowUp: -1 }, pressedKey(event))
    const name = names[active]
    if (step && !event.altKey) {
      event.preventDefault()
      if (!isOpen) return suggest(true)
      setActive(nextStop(active, step, names.length))
    } else if (pressedKey(event) === 'Escape' && isOpen) {
      event.preventDefault()
      close()
    } else if (pressedKey(event) === 'Enter' && name !== undefined) {
      event.preventDefault()
      pick(name)
    }
  }

  return (
    <FieldFrame id={id} label={label} hint={HINT} error={error}>
      <div className="relative">
        <input
          ref={input}
          id={id}
          {...comboboxProps(combobox)}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy(id, HINT, error)}
          className={CONTROL_CLASS}
          onChange={() => {
            suggest(false)
            check()
          }}
          onFocus={check}
          onBlur={() => {
            close()
            check()
          }}
          onKeyDown={onKeyDown}
          {...rest}
        />
        <OptionList
          {...combobox}
          options={names.map((name) => ({ key: name, content: name }))}
          onPick={(index) => pick(names[index] ?? '')}
        />
      </div>
      <div role="status" className="text-sm break-words">
        {isOpen && (
          <span className="sr-only">{names.length === 1 ? '1 suggestion' : `${names.length} suggestions`}</span>
        )}
        {!isOpen && problems.map((problem) => <p key={problem}>{problem}</p>)}
      </div>
    </FieldFrame>
  )
}
