import { ComparisonView } from '@/components/history/comparison-view'
import { RestoreButton } from '@/components/history/restore-button'
import { RevisionList } from '@/components/history/revision-list'
import { ImageBackdrops } from '@/components/rich-text/image-backdrops'
import { GoBack } from '@/components/shell/go-back'
import { ZoneName } from '@/components/shell/time-zone'
import { HydrationFieldset } from '@/components/ui/form/hydration-fieldset'
import { type Comparison, DRAFTS_RETAINED, PUBLISHED_RETAINED, type RevisionEntry } from '@/lib/history/schema'
import type { Backdrop } from '@/lib/media/backdrop'
import { HISTORY, ONLY_WRITTEN } from '@/lib/texts/form-constants'

type HistoryPageProps = {
  /** Of the note or project. */
  title: string
  /** This page. */
  path: string
  /** Its form. */
  back: string
  revisions: RevisionEntry[]
  /** The revisions the address asks for; null where there are none. */
  requested: { from: number; to: number } | null
  comparison: Comparison | null
  backdrops: Backdrop[]
}

const COMPARISON = 'comparison'

/** The revisions of a note or project, and two of them side by side. Works without scripts. */
export function HistoryPage({ title, path, back, revisions, requested, comparison, backdrops }: HistoryPageProps) {
  return (
    <div className="container-page pt-8 pb-section">
      <ImageBackdrops backdrops={backdrops} />
      <GoBack href={back} />
      <h1 className="mt-2 text-h2">{HISTORY}</h1>
      <p dir="auto" className="mt-2 mb-8 font-serif text-lead text-muted wrap-anywhere italic">
        {title}
      </p>
      {requested === null ? (
        <p className="max-w-prose">
          No revisions yet. The next save stores what there is now, and what you change it to.
        </p>
      ) : (
        <div className="grid gap-x-12 gap-y-10 lg:grid-cols-[22rem_minmax(0,1fr)]">
          <section aria-labelledby="revisions">
            <h2 id="revisions" className="mb-2 border-t border-fg pt-3 text-h3">
              Revisions
            </h2>
            <p className="mb-4 text-sm text-muted">
              <span>
                One for each time you publish or save with Ctrl+S, and one for each sitting of writing, which ends after
                half an hour without a change. The latest {PUBLISHED_RETAINED} published ones are stored, and the latest{' '}
                {DRAFTS_RETAINED} others. Times are in <ZoneName />.
              </span>
              {revisions.some(({ status }) => status === 'copy') && (
                <span>{` “${ONLY_WRITTEN}” were written beside the public text and not published then.`}</span>
              )}
            </p>
            <RevisionList action={`${path}#${COMPARISON}`} revisions={revisions} requested={requested} />
          </section>
          <section aria-labelledby={COMPARISON} className="min-w-0">
            <h2 id={COMPARISON} className="mb-5 scroll-mt-6 border-t border-fg pt-3 text-h3">
              Comparison
            </h2>
            {comparison === null ? (
              <p role="status">These revisions are no longer stored. Choose others.</p>
            ) : (
              <>
                <ComparisonView comparison={comparison} />
                <Restoring comparison={comparison} revisions={revisions} form={back} />
              </>
            )}
          </section>
        </div>
      )}
    </div>
  )
}

type RestoringProps = {
  comparison: Comparison
  revisions: RevisionEntry[]
  form: string
}

/** The ways back to what is shown, but not to what is saved now. */
function Restoring({ comparison: { from, to }, revisions, form }: RestoringProps) {
  const now = revisions.find(({ status }) => status !== 'copy')
  const earlier = (from.id === to.id ? [to] : [from, to]).filter(({ id }) => id !== now?.id)
  if (earlier.length === 0) return null
  return (
    <section aria-labelledby="restoring" className="screen-only border-t border-line pt-5">
      <h3 id="restoring" className="mb-1 font-sans font-medium">
        Restore
      </h3>
      <p className="mb-4 max-w-prose text-sm text-muted">
        Opens this revision in the editor, and what stood there stays here. The public page changes when you publish.
      </p>
      <HydrationFieldset className="flex flex-wrap gap-3">
        {earlier.map((revision) => (
          <RestoreButton key={revision.id} revision={revision} form={form} />
        ))}
      </HydrationFieldset>
    </section>
  )
}
