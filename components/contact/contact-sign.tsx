import BRAND_PATHS from '@/components/contact/brand-paths.json'
import { Icon, PathIcon } from '@/components/ui/frame-icons'
import { CodeIcon, LinkIcon, NetworkIcon } from '@/components/ui/icons'
import type { Brand, ContactSign as Sign } from '@/lib/site-settings/contact'

// Rendered on the server only: the page has the signs it shows, and no script has any.

const OWN: Record<Exclude<Sign, Brand>, typeof Icon> = {
  code: CodeIcon,
  network: NetworkIcon,
  // LinkedIn allows no collection to carry its sign.
  linkedin: NetworkIcon,
  link: LinkIcon,
  email: (props) => <PathIcon d="M3.5 5.5h17v13h-17zM3.5 7l8.5 6 8.5-6" {...props} />,
  document: (props) => <PathIcon d="M6 3.5h8L18.5 8v12.5H6zM13.5 3.5v5h5M9 13h6.5M9 16.5h6.5" {...props} />,
}

/** The sign of a site or of a kind of link. Decorative: the name is beside it or on the link. */
export function ContactSign({ sign, className }: { sign: Sign; className?: string }) {
  if (!(sign in BRAND_PATHS)) {
    const OwnIcon = OWN[sign as keyof typeof OWN]
    return <OwnIcon className={className} />
  }
  return (
    <Icon className={className} fill="currentColor" stroke="none">
      <path d={BRAND_PATHS[sign as Brand]} />
    </Icon>
  )
}
