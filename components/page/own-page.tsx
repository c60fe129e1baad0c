import { ChangesBadge } from '@/components/content/changes-badge'
import { CodeAndFrames } from '@/components/rich-text/code-and-frames'
import { RichText } from '@/components/rich-text/rich-text'
import { GoBack } from '@/components/shell/go-back'
import { AppLink } from '@/components/ui/app-link'
import { buttonClass } from '@/components/ui/button'
import { Icon } from '@/components/ui/icon'
import type { Backdrop } from '@/lib/media/backdrop'
import { isDated } from '@/lib/page/dated'
import { shortDate } from '@/lib/platform/format'
import type { SafeHtml } from '@/lib/rich-text/safe-html'
import { paths } from '@/lib/routes/paths'
import type { Settings } from '@/lib/site-settings/schema'

type OwnPageProps = {
  page: { _id: string; slug: string; title: string; updatedAt: string }
  rendered: SafeHtml
  backdrops: Backdrop[]
  settings: Pick<Settings, 'fonts' | 'timeZone'>
}

/** A page of the owner's own, and its previews. */
export function OwnPage({ page, rendered, backdrops, settings }: OwnPageProps) {
  return (
    <article className="container-page pt-8 pb-section">
      <div className="screen-only flex min-h-11 flex-wrap items-center justify-between gap-x-4">
        <GoBack href={paths.home} />
        <span className="only-admin flex items-center gap-x-4">
          <ChangesBadge id={page._id} />
          <AppLink
            href={paths.updatePage(page._id)}
            aria-label="Update page"
            title="Update page"
            className={buttonClass('outline', 'size-11 px-0')}
          >
            <Icon name="edit" className="size-5" />
          </AppLink>
        </span>
      </div>
      <header className="mt-6 max-w-[52rem] md:mt-10 print:mt-0">
        <h1 dir="auto" className="text-h1 wrap-anywhere">
          {page.title}
        </h1>
        {isDated(page) && (
          <p className="mt-6 text-sm text-muted tabular-nums">
            <time dateTime={page.updatedAt}>{`Updated on ${shortDate(page.updatedAt, settings.timeZone)}`}</time>
          </p>
        )}
      </header>
      <div className="@container mt-10 min-w-0 [--text-room:100cqi]">
        <div className="max-w-[min(58ch,42rem)]">
          <RichText html={rendered} backdrops={backdrops} fonts={settings.fonts} />
        </div>
        <CodeAndFrames id={page._id} />
      </div>
    </article>
  )
}
