import { ContactList } from '@/components/contact/contact-list'
import { SmallMark } from '@/components/shell/printers-mark'
import { AppLink } from '@/components/ui/app-link'
import { srcSetOf } from '@/lib/media/variants'
import { paths } from '@/lib/routes/paths'
import { contactLinks } from '@/lib/site-settings/contact'
import type { Settings } from '@/lib/site-settings/schema'

export type Author = Pick<
  Settings,
  'ownerName' | 'titleLine' | 'avatar' | 'contactEmail' | 'codeUrl' | 'networkUrl' | 'profileLinks'
>

/** Who wrote this: face, name, trade, and the ways to answer. */
export function AuthorLine({ ownerName, titleLine, avatar, ...contact }: Author) {
  return (
    <section aria-label="Author" className="mt-12 flex items-start gap-4 border-t border-line pt-6">
      {avatar ? (
        // biome-ignore lint/performance/noImgElement: variants are generated at upload
        <img
          src={avatar.url}
          srcSet={srcSetOf(avatar)}
          sizes="3.5rem"
          alt=""
          width={avatar.width}
          height={avatar.height}
          loading="lazy"
          className="aspect-4/5 w-14 shrink-0 rounded-plate border border-line object-cover"
        />
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
      </div>
    </section>
  )
}
