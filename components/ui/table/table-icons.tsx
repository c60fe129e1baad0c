import { Icon, type IconProps, PathIcon } from '@/components/ui/frame-icons'

// A module of its own: modules are loaded as a whole, and no public page shows these.

export const TrashIcon = (props: IconProps) => (
  <PathIcon d="M4 7h16M9 7V4h6v3M6.5 7l.8 13h9.4l.8-13M10.2 11v5.5M13.8 11v5.5" {...props} />
)

export function UndoIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M9 5 4 10l5 5M4 10h10a6 6 0 0 1 0 12h-3" transform="translate(0 -1.5)" />
    </Icon>
  )
}

const SORT_IDLE_OPACITY = 0.55

export function SortIcon({
  direction,
  ...props
}: Omit<IconProps, 'direction'> & { direction: 'asc' | 'desc' | false }) {
  const idle = direction ? undefined : 'forced-colors:opacity-100'
  return (
    <Icon {...props}>
      <path className={idle} d="m8 10 4-5 4 5" opacity={direction === 'asc' ? 1 : direction ? 0 : SORT_IDLE_OPACITY} />
      <path className={idle} d="m8 14 4 5 4-5" opacity={direction === 'desc' ? 1 : direction ? 0 : SORT_IDLE_OPACITY} />
    </Icon>
  )
}

export const ChevronIcon = (props: IconProps) => <PathIcon d="m9 5 7 7-7 7" {...props} />
export const ChevronEndIcon = (props: IconProps) => <PathIcon d="m6 5 7 7-7 7M18 5v14" {...props} />
