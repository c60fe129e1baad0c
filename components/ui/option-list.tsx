import { type ReactNode, useEffect } from 'react'

/** `id` names its list; `active` is the option that the arrow keys chose, -1 for none. */
type Combobox = { id: string; isOpen: boolean; active: number }

type OptionListProps = Combobox & {
  options: { key: string; content: ReactNode }[]
  /** Takes room below the input instead of lying over what is there. */
  isInPlace?: boolean
  onPick: (index: number) => void
}

/** What opens below an input. */
export const DROPDOWN_CLASS =
  'absolute inset-x-0 top-full z-30 mt-1 rounded-plate border border-line bg-paper shadow-lg shadow-black/10'

const optionId = (id: string, index: number) => `${id}-option-${index}`

/** The attributes of a combobox's input, which keeps the focus and handles the keys. */
export function comboboxProps({ id, isOpen, active }: Combobox) {
  return {
    type: 'text',
    dir: 'auto',
    role: 'combobox',
    autoComplete: 'off',
    autoCapitalize: 'none',
    spellCheck: false,
    'aria-autocomplete': 'list',
    'aria-expanded': isOpen,
    'aria-controls': `${id}-list`,
    'aria-activedescendant': isOpen && active >= 0 ? optionId(id, active) : undefined,
  } as const
}

/** Where a step of 1 or -1 leads: there is one more stop than options, the input itself, at -1. */
export function nextStop(active: number, step: number, options: number): number {
  const stops = options + 1
  return ((active + 1 + step + stops) % stops) - 1
}

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
