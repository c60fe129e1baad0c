import type { SVGProps } from 'react'

// Apart from icons.tsx, because a module goes whole to every page: these are on each.

export type IconProps = SVGProps<SVGSVGElement>

/** On a 24 × 24 grid with a line width of 1.6. Decorative: the name is beside it or on the control. */
export function Icon({ className = 'size-[1.15em]', ...rest }: IconProps) {
  return (
    <svg
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.6}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
      className={`inline-block shrink-0 ${className}`}
      {...rest}
    />
  )
}

/** An icon of one line. */
export const PathIcon = ({ d, ...rest }: IconProps & { d: string }) => (
  <Icon {...rest}>
    <path d={d} />
  </Icon>
)

export const ArrowLeftIcon = (props: IconProps) => <PathIcon d="M20 12H4m6-6-6 6 6 6" {...props} />
export const CheckIcon = (props: IconProps) => <PathIcon d="m5 12.5 4.5 4.5L19 7.5" {...props} />
export const LogoutIcon = (props: IconProps) => <PathIcon d="M14 4H5v16h9M10 12h11m-4-4 4 4-4 4" {...props} />

export function ThemeIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <circle cx="12" cy="12" r="8.2" />
      <path d="M12 3.8a8.2 8.2 0 0 1 0 16.4z" fill="currentColor" />
    </Icon>
  )
}

export const AlertIcon = (props: IconProps) => <PathIcon d="M12 8v5m0 3.4v.1M12 3.2 2.4 20h19.2z" {...props} />
export const SearchIcon = (props: IconProps) => (
  <PathIcon d="M10.8 18a7.2 7.2 0 1 0 0-14.4 7.2 7.2 0 0 0 0 14.4ZM16 16l4.6 4.6" {...props} />
)
