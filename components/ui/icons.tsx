import { Icon, type IconProps, PathIcon } from '@/components/ui/frame-icons'

export const ArrowRightIcon = (props: IconProps) => <PathIcon d="M4 12h16m-6-6 6 6-6 6" {...props} />
export const ArrowOutIcon = (props: IconProps) => <PathIcon d="M7 17 17 7M8.5 7H17v8.5" {...props} />
export const LinkIcon = (props: IconProps) => (
  <PathIcon
    d="M10 14a4.2 4.2 0 0 0 6 0l3.2-3.2a4.24 4.24 0 0 0-6-6L12 6m2 4a4.2 4.2 0 0 0-6 0l-3.2 3.2a4.24 4.24 0 0 0 6 6L12 18"
    {...props}
  />
)
export const CodeIcon = (props: IconProps) => <PathIcon d="m8 7-5 5 5 5m8-10 5 5-5 5M13.6 4.5l-3.2 15" {...props} />
export const NetworkIcon = (props: IconProps) => (
  <PathIcon
    d="M3.5 3.5h17v17h-17zM7.6 10.6V17m0-9.7v.1M11.6 17v-6.4m0 3.6c0-2.4 1.1-3.7 2.6-3.7 1.7 0 2.4 1.1 2.4 3V17"
    {...props}
  />
)
export const TableIcon = (props: IconProps) => <PathIcon d="M4 5h16v14H4zM4 10h16M4 14.5h16M10 5v14" {...props} />
export const PersonIcon = (props: IconProps) => (
  <PathIcon d="M12 11.5a3.8 3.8 0 1 0 0-7.6 3.8 3.8 0 0 0 0 7.6ZM4.5 20.5c.8-4 3.7-6 7.5-6s6.7 2 7.5 6" {...props} />
)
export const LockIcon = (props: IconProps) => (
  <PathIcon d="M5.5 10.5h13v9h-13zM8.5 10.5V8a3.5 3.5 0 0 1 7 0v2.5M12 14v2" {...props} />
)
export const PeopleIcon = (props: IconProps) => (
  <PathIcon
    d="M9 11a3.3 3.3 0 1 0 0-6.6A3.3 3.3 0 0 0 9 11ZM2.5 19.5c.6-3.6 3.1-5.4 6.5-5.4s5.9 1.8 6.5 5.4M15.5 4.6a3.3 3.3 0 0 1 0 6.2M17.6 14.6c2.2.7 3.5 2.4 3.9 4.9"
    {...props}
  />
)
export const SettingsIcon = (props: IconProps) => (
  <PathIcon
    d="M4 7h9m5 0h2M4 17h2m5 0h9M15.5 9.3a2.3 2.3 0 1 0 0-4.6 2.3 2.3 0 0 0 0 4.6ZM8.5 19.3a2.3 2.3 0 1 0 0-4.6 2.3 2.3 0 0 0 0 4.6Z"
    {...props}
  />
)
export const LogIcon = (props: IconProps) => (
  <PathIcon d="M6 3.5h9l3.5 3.5v13.5H6z M9 11h6.5 M9 14h6.5 M9 17h4 M9 8h3" {...props} />
)
export const EditIcon = (props: IconProps) => (
  <PathIcon d="M4 20h4L19.5 8.5a2.1 2.1 0 0 0-3-3L5 17zM14.5 7.5l3 3" {...props} />
)

export function MoreIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M5 12h.01M12 12h.01M19 12h.01" strokeWidth={3} />
    </Icon>
  )
}

export const PlusIcon = (props: IconProps) => <PathIcon d="M12 5v14M5 12h14" {...props} />
