import { useEffect, useMemo, useRef } from 'react'
import { Icon } from '@/components/ui/icon'
import type { IconName } from '@/components/ui/icon-names'
import type { SuggestionQuery } from './extensions/suggestions'
import { Floating, PANEL_CLASS } from './floating'

/** An icon, a name and what it is about, for which a long name leaves room. */
export const OPTION_CLASS =
  'grid w-full cursor-pointer grid-cols-[auto_minmax(0,auto)_minmax(3.25rem,1fr)] items-center gap-3 ' +
  'rounded-(--editor-radius) px-2.5 py-1.75 text-start aria-selected:bg-accent/14 focus-visible:bg-accent/14 ' +
  'forced-colors:-outline-offset-2 forced-colors:outline-[Highlight] forced-colors:aria-selected:outline-2 ' +
  'forced-colors:focus-visible:outline-2 [button&]:hover:bg-accent/14 forced-colors:[button&]:hover:outline-2'
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
      className={`${PANEL_CLASS} max-h-88 w-[min(21rem,100vw-2rem)] overflow-y-auto p-1`}
    >
      {options.map((option, index) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: two may have the same name, and none keeps a state
          key={index}
          id={optionId(id, index)}
          role="option"
          aria-selected={index === active}
          tabIndex={-1}
          className={OPTION_CLASS}
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
