import { Icon, type IconProps } from '@/components/ui/frame-icons'

// A module of its own: a module shared by several pages is loaded by all of them, with everything in it.

export function PauseIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M9 5v14M15 5v14" />
    </Icon>
  )
}

export function PlayIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M8 5.5v13l10.5-6.5z" />
    </Icon>
  )
}
