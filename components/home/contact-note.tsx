import { ContactList } from '@/components/contact/contact-list'
import { profileLinks as linksElsewhere } from '@/lib/site-settings/contact'
import type { Settings } from '@/lib/site-settings/schema'

type ContactNoteProps = Pick<Settings, 'contactNote' | 'contactEmail' | 'codeUrl' | 'networkUrl' | 'profileLinks'>

/** The contact note and all ways to follow it, set like a colophon: centred, in italics, under a rule. */
export function ContactNote({ contactNote, contactEmail, ...elsewhere }: ContactNoteProps) {
  const links = linksElsewhere(elsewhere)
  if (contactNote === '' && contactEmail === '' && links.length === 0) return null
  return (
    <section aria-label="Contact" className="container-page break-inside-avoid pb-section">
      <div className="mx-auto flex max-w-[38rem] flex-col items-center gap-8 text-center">
        <svg
          viewBox="0 0 120 8"
          aria-hidden="true"
          focusable="false"
          className="w-32 text-accent"
          fill="none"
          stroke="currentColor"
        >
          <path d="M0 4h48M72 4h48M60 .8 63.2 4 60 7.2 56.8 4z" />
        </svg>
        {contactNote && (
          <p dir="auto" className="max-w-full font-serif text-h2 text-pretty wrap-anywhere italic sm:text-balance">
            {contactNote}
          </p>
        )}
        <div className="flex max-w-full flex-col items-center gap-2 empty:hidden">
          {contactEmail && (
            <a href={`mailto:${contactEmail}`} className="link py-2 font-serif text-lead wrap-anywhere">
              {contactEmail}
            </a>
          )}
          <ContactList links={links} named className="justify-center" />
        </div>
      </div>
    </section>
  )
}
