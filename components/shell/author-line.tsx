import { ContactList } from '@/components/contact/contact-list'
import { Face } from '@/components/contact/face'
import { SmallMark } from '@/components/shell/printers-mark'
import { AppLink } from '@/components/ui/app-link'
import { paths } from '@/lib/routes/paths'
import { contactLinks } from '@/lib/site-settings/contact'
import type { Settings } from '@/lib/site-settings/schema'

export type Author = Pick<
  Settings,
  'ownerName' | 'titleLine' | 'avatar' | 'contactEmail' | 'codeUrl' | 'networkUrl' | 'profileLinks'
>

/** Who wrote this: face, name, trade, and the ways to answer; of a text also by a letter that names it. */
export function AuthorLine({ ownerName, titleLine, avatar, replyTo, ...contact }: Author & { replyTo?: string }) {
  return (
    <section aria-label="Author" className="mt-12 flex items-start gap-4 border-t border-line pt-6">
      {avatar ? (
        <Face avatar={avatar} sizes="3.5rem" loading="lazy" className="aspect-4/5 w-14 rounded-plate" />
      ) : (
        <SmallMark className="h-14 shrink-0 text-accent" />
      )}
      <div className="min-w-0">
        <p>
          <AppLink href={paths.about} rel="author" dir="auto" className="link font-medium wrap-anywhere">
            {ownerName}
          </AppLink>
        </p>
        <p dir="auto" className="text-sm wrap-anywhere text-muted">
          {titleLine}
        </p>
        <ContactList links={contactLinks(contact)} className="screen-only -ms-2.5" />
        {replyTo !== undefined && contact.contactEmail !== '' && (
          <p className="screen-only">
            <a
              href={`mailto:${contact.contactEmail}?subject=${encodeURIComponent(`Re: ${replyTo}`)}`}
              className="link inline-flex min-h-11 items-center text-sm"
            >
              Reply by email
            </a>
          </p>
        )}
      </div>
    </section>
  )
}
