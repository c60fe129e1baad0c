import { ContactSign } from '@/components/contact/contact-sign'
import type { ContactLink } from '@/lib/site-settings/contact'

type ContactListProps = {
  links: ContactLink[]
  /** Whether names are shown beside the signs. */
  named?: boolean
  /** Whether the address to write to is its own name. */
  spelled?: boolean
  className?: string
}

/** The owner's links elsewhere, by their signs, each at least 44 pixels high. */
export function ContactList({ links, named = false, spelled = false, className = '' }: ContactListProps) {
  if (links.length === 0) return null
  return (
    <ul aria-label="Contact" className={`flex flex-wrap wrap-anywhere ${named ? 'gap-x-5' : ''} ${className}`}>
      {links.map(({ href, name, sign, isProfile }) => (
        <li key={href}>
          <a
            href={href}
            rel={isProfile ? 'me noopener' : 'noopener'}
            {...(named ? {} : { 'aria-label': name, title: name })}
            className={`inline-flex min-h-11 items-center gap-2 rounded-plate text-muted no-underline hover:text-accent ${named ? 'text-sm' : 'min-w-11 justify-center'}`}
          >
            <ContactSign sign={sign} className={named ? 'size-[1.2em]' : 'size-6'} />
            {named && <span dir="auto">{spelled && sign === 'email' ? href.slice('mailto:'.length) : name}</span>}
          </a>
        </li>
      ))}
    </ul>
  )
}
