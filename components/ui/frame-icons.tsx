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
export const pathIcon = (d: string) => (props: IconProps) => (
  <Icon {...props}>
    <path d={d} />
  </Icon>
)

export const ArrowLeftIcon = pathIcon('M20 12H4m6-6-6 6 6 6')
export const CheckIcon = pathIcon('m5 12.5 4.5 4.5L19 7.5')
export const LogoutIcon = pathIcon('M14 4H5v16h9M10 12h11m-4-4 4 4-4 4')

export function ThemeIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <circle cx="12" cy="12" r="8.2" />
      <path d="M12 3.8a8.2 8.2 0 0 1 0 16.4z" fill="currentColor" />
    </Icon>
  )
}

export const AlertIcon = pathIcon('M12 8v5m0 3.4v.1M12 3.2 2.4 20h19.2z')
export const SearchIcon = pathIcon('M10.8 18a7.2 7.2 0 1 0 0-14.4 7.2 7.2 0 0 0 0 14.4ZM16 16l4.6 4.6')
