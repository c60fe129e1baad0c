import { useId } from 'react'
import { FORM_CLASS, HINT_CLASS } from './form-parts'
import { type Colour, rgb } from './text-styles'
import { useTips } from './tips'

type ColourPickerProps = {
  colours: Colour[]
  current: string | null
  onPick: (value: string | null) => void
  /** Closes after a palette colour; while mixing a colour one wants to see it first. */
  onDone: () => void
}

const SWATCH_CLASS =
  'h-9 cursor-pointer rounded-(--editor-radius) border border-fg/22 forced-color-adjust-none ' +
  'focus-visible:outline-offset-0 aria-pressed:shadow-[0_0_0_2px_var(--color-paper),0_0_0_4px_var(--color-accent)]'

/** The site's palette and an input for any other colour. */
export function ColourPicker({ colours, current, onPick, onDone }: ColourPickerProps) {
  const id = useId()
  const { handlers, tip } = useTips()
  const choose = (value: string | null) => {
    onPick(value)
    onDone()
  }
  const isOther = current !== null && !colours.some(({ value }) => value === current)
  return (
    <div className={FORM_CLASS} {...handlers}>
      {tip}
      <div className="grid grid-cols-5 gap-2">
        {colours.map(({ name, value }) => (
          <button
            key={name}
            type="button"
            aria-label={name}
            aria-pressed={value === current}
            data-autofocus={value === current || undefined}
            data-tip={name}
            className={SWATCH_CLASS}
            style={{ backgroundColor: value }}
            onClick={() => choose(value)}
          />
        ))}
        <button
          type="button"
          aria-label="No colour"
          aria-pressed={current === null}
          data-autofocus={current === null || undefined}
          data-tip="No colour"
          className={`${SWATCH_CLASS} bg-[linear-gradient(to_top_right,transparent_calc(50%-1px),var(--color-danger)_0_calc(50%+1px),transparent_0)]`}
          onClick={() => choose(null)}
        />
      </div>
      <div className="flex items-center justify-between gap-4">
        <label htmlFor={id}>Other colour</label>
        <input
          id={id}
          type="color"
          className="h-9 w-12 cursor-pointer rounded-sm border border-line bg-transparent"
          value={isOther ? hexOf(current) : '#2a3fb8'}
          onChange={(event) => onPick(rgb(event.target.value))}
        />
      </div>
      <p className={HINT_CLASS}>The colours above adapt to light and dark mode; another colour does not.</p>
    </div>
  )
}

function hexOf(colour: string): string {
  if (/^#[0-9a-f]{6}$/i.test(colour)) return colour
  const parts = /^rgba?\((\d+), ?(\d+), ?(\d+)/.exec(colour)?.slice(1, 4) ?? []
  return parts.length === 3 ? `#${parts.map((part) => Number(part).toString(16).padStart(2, '0')).join('')}` : '#000000'
}
