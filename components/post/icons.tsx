import { Icon, type IconProps } from '@/components/ui/icons'

// Apart from icons.tsx: whatever any screen needs of a module in the browser goes to all of them.

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
