import { useEffect, useMemo, useRef } from 'react'
import { Icon } from '@/components/ui/icon'
import type { IconName } from '@/components/ui/icon-names'
import type { SuggestionQuery } from './extensions/suggestions'
import { Floating } from './floating'

export const OPTION_ABOUT_CLASS = 'truncate text-end text-[0.8125rem] text-muted'

/** A menu entry; `about` is a short description. */
export type Suggested = { name: string; about: string; icon: IconName }

type SuggestionMenuProps<Option> = {
  id: string
  label: string
  suggestion: SuggestionQuery
  options: Option[]
  active: number
  onHover: (index: number) => void
  onPick: (option: Option) => void
}

export const optionId = (id: string, index: number) => `${id}-${index}`

/** A listbox at the caret. The focus stays in the text, whose `aria-activedescendant` is the active option. */
export function SuggestionMenu<Option extends Suggested>({
  id,
  label,
  suggestion,
  options,
  active,
  onHover,
  onPick,
}: SuggestionMenuProps<Option>) {
  const layer = useRef<HTMLDivElement>(null)
  const anchor = useMemo(() => ({ getBoundingClientRect: () => suggestion.rect() ?? new DOMRect() }), [suggestion])

  useEffect(() => {
    layer.current?.children[active]?.scrollIntoView({ block: 'nearest' })
  }, [active])

  return (
    <Floating
      ref={layer}
      id={id}
      anchor={anchor}
      role="listbox"
      aria-label={label}
      tabIndex={0}
      className="max-h-88 w-[min(21rem,100vw-2rem)] overflow-y-auto p-1"
    >
      {options.map((option, index) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: two may have the same name, and none keeps a state
          key={index}
          id={optionId(id, index)}
          role="option"
          aria-selected={index === active}
          tabIndex={-1}
          className="editor-option"
          onPointerMove={() => onHover(index)}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onPick(option)}
          onKeyDown={() => undefined}
        >
          <Icon name={option.icon} className="editor-icon" />
          <span>{option.name}</span>
          <span className={OPTION_ABOUT_CLASS}>{option.about}</span>
        </div>
      ))}
    </Floating>
  )
}
