import type { SVGProps } from 'react'
import type { IconName } from '@/components/ui/icon-names'
import sprite from '@/components/ui/icons.svg'

// The build answers with the picture, its name with a hash in it; tests with its address.
const SPRITE: string = sprite.src ?? sprite

type IconProps = SVGProps<SVGSVGElement>

/** The frame of an icon, on a 24 × 24 grid with a line width of 1.6. Decorative: the name is beside it or on the control. */
export function IconFrame({ className = 'size-[1.15em]', ...rest }: IconProps) {
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

/** A symbol of icons.svg, in the colour of the text around it. */
export function Icon({ name, ...rest }: IconProps & { name: IconName }) {
  return (
    <IconFrame {...rest}>
      <IconPart name={name} />
    </IconFrame>
  )
}

export const IconPart = ({ name, ...rest }: SVGProps<SVGUseElement> & { name: IconName }) => (
  <use href={`${SPRITE}#${name}`} {...rest} />
)
