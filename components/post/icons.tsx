import { type IconProps, PathIcon } from '@/components/ui/frame-icons'

// A module of its own: a module shared by several pages is loaded by all of them, with everything in it.

export const PauseIcon = (props: IconProps) => <PathIcon d="M9 5v14M15 5v14" {...props} />
export const PlayIcon = (props: IconProps) => <PathIcon d="M8 5.5v13l10.5-6.5z" {...props} />
