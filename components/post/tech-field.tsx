import { type ComponentProps, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { nameAt, nameProblems, suggestNames } from '@/components/post/tech-names'
import { CONTROL_CLASS } from '@/components/ui/form/control-class'
import { describedBy, FieldFrame } from '@/components/ui/form/field'

const HINT = 'Separated by commas.'

type TechFieldProps = Pick<ComponentProps<'input'>, 'name' | 'defaultValue'> & {
  id: string
  label: string
  error?: string
  /** The technologies of all projects, most used first. */
  inUse: string[]
}

/**
 * A project's technologies: a combobox that offers those in use for the name at the caret. What is written in two ways is
 * told and left as it is. The form reads and writes the text in the input itself.
 */
export function TechField({ id, label, error, inUse, ...rest }: TechFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const [names, setNames] = useState<string[]>([])
  const [active, setActive] = useState(-1)
  const [problems, setProblems] = useState<string[]>([])
  const isOpen = names.length > 0
  const optionId = (index: number) => `${id}-option-${index}`

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

  useEffect(() => {
    if (active >= 0) document.getElementById(`${id}-option-${active}`)?.scrollIntoView({ block: 'nearest' })
  }, [active, id])

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
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const name = names[active]
    if (step && !event.altKey) {
      event.preventDefault()
      if (!isOpen) return suggest(true)
      // One more stop than names: the input itself, at -1.
      const stops = names.length + 1
      setActive(((active + 1 + step + stops) % stops) - 1)
    } else if (event.key === 'Escape' && isOpen) {
      event.preventDefault()
      close()
    } else if (event.key === 'Enter' && name !== undefined) {
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
          type="text"
          dir="auto"
          role="combobox"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          aria-autocomplete="list"
          aria-expanded={isOpen}
          aria-controls={`${id}-list`}
          aria-activedescendant={active >= 0 ? optionId(active) : undefined}
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
        <ul
          id={`${id}-list`}
          // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: required by the combobox pattern
          role="listbox"
          aria-label="Suggestions"
          hidden={!isOpen}
          className="absolute inset-x-0 top-full z-30 mt-1 max-h-80 overflow-y-auto rounded-plate border border-line bg-paper py-1 shadow-lg shadow-black/10"
        >
          {names.map((name, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the input keeps the focus and handles the keys
            // biome-ignore lint/a11y/useFocusableInteractive: referenced by aria-activedescendant
            <li
              key={name}
              id={optionId(index)}
              // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: required by the combobox pattern
              role="option"
              aria-selected={index === active}
              dir="auto"
              // Keeps the focus in the input, so that the list is still open at the click.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => pick(name)}
              className="cursor-pointer px-3 py-2 text-sm break-words hover:bg-surface aria-selected:bg-surface aria-selected:text-accent"
            >
              {name}
            </li>
          ))}
        </ul>
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
