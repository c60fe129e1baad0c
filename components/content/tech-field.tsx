import { type ComponentProps, useEffect, useRef, useState } from 'react'
import { nameAt, nameProblems, suggestNames } from '@/components/content/tech-names'
import { CONTROL_CLASS } from '@/components/ui/form/control-class'
import { describedBy, FieldFrame } from '@/components/ui/form/field'
import { countOfSuggestions, OptionList, useCombobox } from '@/components/ui/option-list'

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
  const [problems, setProblems] = useState<string[]>([])
  const isOpen = names.length > 0
  const combobox = useCombobox({
    isOpen,
    count: names.length,
    onOpen: () => suggest(true),
    onClose: close,
    onPick: (index) => pick(names[index] ?? ''),
  })

  function close() {
    setNames([])
    combobox.reset()
  }

  function suggest(isRequested: boolean) {
    const { value = '', selectionStart } = input.current ?? {}
    const caret = selectionStart ?? value.length
    combobox.reset()
    setNames(isRequested || nameAt(value, caret).typed !== '' ? suggestNames(inUse, value, caret) : [])
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

  return (
    <FieldFrame id={id} label={label} hint={HINT} error={error}>
      <div className="relative">
        <input
          ref={input}
          id={id}
          {...combobox.input}
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
          {...rest}
        />
        <OptionList {...combobox.list} options={names.map((name) => ({ key: name, content: name }))} />
      </div>
      <div role="status" className="text-sm break-words">
        {isOpen && <span className="sr-only">{countOfSuggestions(names.length)}</span>}
        {!isOpen && problems.map((problem) => <p key={problem}>{problem}</p>)}
      </div>
    </FieldFrame>
  )
}
