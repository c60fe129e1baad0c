import type { ComponentProps } from 'react'

const BASE =
  'inline-flex size-11 shrink-0 items-center justify-center rounded-plate aria-disabled:cursor-default ' +
  'disabled:*:opacity-35 forced-colors:disabled:*:opacity-100 aria-disabled:*:opacity-35 forced-colors:aria-disabled:text-[GrayText] forced-colors:aria-disabled:*:opacity-100'

const TONES = {
  plain: 'text-fg hover:text-accent',
  quiet: 'text-muted hover:text-fg',
  danger: 'text-danger',
}

/** Of a link that is an icon alone. */
export const ICON_CLASS = `${BASE} ${TONES.plain}`

type IconButtonProps = Omit<ComponentProps<'button'>, 'onClick'> & {
  /** Its accessible name. */
  name: string
  tone?: keyof typeof TONES
  isPossible?: boolean
  /** Ignores the second click of a double click, because what it acts on moves away under the pointer. */
  isOnce?: boolean
  onPress: () => void
}

export function IconButton({
  name,
  tone = 'plain',
  isPossible = true,
  isOnce = false,
  onPress,
  className = '',
  ...rest
}: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={name}
      title={name}
      // Not disabled, which would drop the focus.
      aria-disabled={!isPossible || undefined}
      className={`${BASE} ${TONES[tone]} ${className}`}
      onClick={({ detail }) => {
        if (isPossible && !(isOnce && detail > 1)) onPress()
      }}
      {...rest}
    />
  )
}
