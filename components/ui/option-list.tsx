import { type KeyboardEvent, type ReactNode, useEffect, useId, useState } from 'react'
import { pressedKey } from '@/components/ui/pressed-key'
import { ownValue } from '@/lib/platform/own-value'

type Combobox = {
  isOpen: boolean
  count: number
  /** The option that is active at first, -1 for none. */
  initial?: number
  /** The option that Enter takes while none is active, -1 for none. */
  fallback?: number
  /** On an arrow key while the list is closed. */
  onOpen?: () => void
  /** On Escape. */
  onClose?: () => void
  onPick: (index: number) => void
}

type OptionListProps = ReturnType<typeof useCombobox>['list'] & {
  options: { key: string; content: ReactNode }[]
  /** Takes room below the input instead of lying over what is there. */
  isInPlace?: boolean
}

/** What opens below an input. */
export const DROPDOWN_CLASS =
  'absolute inset-x-0 top-full z-30 mt-1 rounded-plate border border-line bg-paper shadow-lg shadow-black/10'

const optionId = (id: string, index: number) => `${id}-option-${index}`

/**
 * A combobox by the ARIA pattern: its input keeps the focus and handles the keys. Answers the props of the input and of
 * its `OptionList`, and `reset` for other options.
 */
export function useCombobox({ isOpen, count, initial = -1, fallback = -1, onOpen, onClose, onPick }: Combobox) {
  const id = useId()
  const [chosen, setChosen] = useState(initial)
  const active = isOpen ? Math.min(chosen, count - 1) : -1
  const reset = () => setChosen(initial)

  function onKeyDown(event: KeyboardEvent) {
    const key = pressedKey(event)
    const step = ownValue({ ArrowDown: 1, ArrowUp: -1 }, key)
    if (step && !event.altKey && (isOpen || onOpen)) {
      event.preventDefault()
      if (!isOpen) onOpen?.()
      // One more stop than options: the input itself, at -1.
      const stops = count + 1
      setChosen(((active + 1 + step + stops) % stops) - 1)
    } else if (key === 'Escape' && onClose) {
      if (isOpen) event.preventDefault()
      reset()
      onClose()
    } else if (key === 'Enter' && isOpen) {
      const index = active >= 0 ? active : fallback
      if (index < 0) return
      event.preventDefault()
      onPick(index)
    }
  }

  const input = {
    type: 'text',
    dir: 'auto',
    role: 'combobox',
    autoComplete: 'off',
    autoCapitalize: 'none',
    spellCheck: false,
    'aria-autocomplete': 'list',
    'aria-expanded': isOpen,
    'aria-controls': `${id}-list`,
    'aria-activedescendant': active >= 0 ? optionId(id, active) : undefined,
    onKeyDown,
  } as const
  return { input, list: { id, isOpen, active, onPick }, reset }
}

/** What is read out of a list that has opened. */
export const countOfSuggestions = (count: number) => (count === 1 ? '1 suggestion' : `${count} suggestions`)

/** The options of a combobox, below its input. */
export function OptionList({ id, isOpen, active, options, isInPlace = false, onPick }: OptionListProps) {
  useEffect(() => {
    if (active >= 0) document.getElementById(optionId(id, active))?.scrollIntoView({ block: 'nearest' })
  }, [active, id])

  return (
    <ul
      id={`${id}-list`}
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: required by the combobox pattern
      role="listbox"
      aria-label="Suggestions"
      hidden={!isOpen}
      className={`${isInPlace ? 'mt-3' : DROPDOWN_CLASS} max-h-80 overflow-y-auto py-1`}
    >
      {options.map(({ key, content }, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the input keeps the focus and handles the keys
        // biome-ignore lint/a11y/useFocusableInteractive: referenced by aria-activedescendant
        <li
          key={key}
          id={optionId(id, index)}
          // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: required by the combobox pattern
          role="option"
          aria-selected={index === active}
          dir="auto"
          // Keeps the focus in the input, so that the list is still open at the click.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onPick(index)}
          className="cursor-pointer px-3 py-2 text-sm break-words hover:bg-surface aria-selected:bg-surface aria-selected:text-accent forced-colors:aria-selected:underline"
        >
          {content}
        </li>
      ))}
    </ul>
  )
}
