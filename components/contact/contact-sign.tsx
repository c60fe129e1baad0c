import BRAND_PATHS from '@/components/contact/brand-paths.json'
import { Icon, IconFrame } from '@/components/ui/icon'
import type { Brand, ContactSign as Sign } from '@/lib/site-settings/contact'

// Rendered on the server only: the page has the signs it shows, and no script has any.

/** The sign of a site or of a kind of link. Decorative: the name is beside it or on the link. */
export function ContactSign({ sign, className }: { sign: Sign; className?: string }) {
  if (!(sign in BRAND_PATHS)) {
    const own = sign as Exclude<Sign, Brand>
    // LinkedIn allows no collection to carry its sign.
    return <Icon name={own === 'linkedin' ? 'network' : own} className={className} />
  }
  return (
    <IconFrame className={className} fill="currentColor" stroke="none">
      <path d={BRAND_PATHS[sign as Brand]} />
    </IconFrame>
  )
}
