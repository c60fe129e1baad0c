'use client'

import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { PublishDateDialog } from '@/components/content/publish-date-dialog'
import { type ShownJournal, useJournalState } from '@/components/content/use-journal'
import type { SaveForm } from '@/components/content/use-save-form'
import { useTimeZone } from '@/components/shell/time-zone'
import { Button } from '@/components/ui/button'
import { MenuItem } from '@/components/ui/menu'
import { notify } from '@/lib/browser/notification'
import { callApi } from '@/lib/calls/client'
import { historyCalls } from '@/lib/history/calls'
import type { HistorySubject } from '@/lib/history/schema'
import { shortTime } from '@/lib/platform/format'
import { longTime } from '@/lib/platform/local-time'
import type { PublishingChoice, Status } from '@/lib/publishing/status'
import { RESTORED_QUERY } from '@/lib/routes/paths'
import { UNDO, UPDATE_CHANGES } from '@/lib/texts/form-constants'

/** The status of a form's row; null before it is first saved. */
export type FormState = { status: Status | null; publishAt: string | null }

type Pressed = 'publish' | 'date'

type PublishingForm<Row> = {
  /** Replaces the given one: its button publishes. */
  saving: SaveForm<Row>
  submit: string
  /** What is rare. */
  menu: ReactNode
  /** What was just done, with its way back. */
  notice: ReactNode
  /** To be rendered outside the form. */
  dialog: ReactNode
  /** Stores another address at once, and nothing else; a blank one is made from the title. */
  setAddress: (slug: string) => void
}

/**
 * Publishing, scheduling and unpublishing in a form. `next` holds the publishing fields of the next request; the form
 * reads it when it sends. What is or will be public changes its text by the button alone: a date, or taking it back,
 * sends nothing of what is written beside it.
 */
export function usePublishing<Row extends FormState>(
  saving: SaveForm<Row>,
  next: RefObject<PublishingChoice>,
  { kind, isNew, journal }: Pick<HistorySubject, 'kind'> & { isNew: boolean; journal: ShownJournal },
): PublishingForm<Row> {
  const [isDated, setDated] = useState(false)
  const [pressed, setPressed] = useState<Pressed>('publish')
  const [isUnpublished, setUnpublished] = useState(false)
  const hasChanges = useJournalState(journal.store, ({ status }) => status.name !== 'clean')
  const timeZone = useTimeZone()
  const restoredAt = useRestored(journal)
  const { base, stage } = saving
  const { status } = base
  const isPublic = status === 'published'
  const isOut = isPublic || status === 'scheduled'
  const before = useRef<FormState>(base)

  useEffect(() => {
    const { status: was, publishAt } = before.current
    before.current = { status: base.status, publishAt: base.publishAt }
    if (was === base.status && publishAt === base.publishAt) return
    if (base.status !== 'published') setUnpublished(was === 'published' && base.status === 'draft')
    else if (was !== null) setUnpublished(false)
    const time = base.publishAt && longTime(new Date(base.publishAt), timeZone)
    if (base.status === 'scheduled') notify(`Scheduled for ${time}.`)
    else if (base.status === 'published') notify(was === 'published' ? `Date changed to ${time}.` : 'Published.')
  }, [base.status, base.publishAt, timeZone])

  function save(publishing: PublishingChoice, button: Pressed = 'publish') {
    // What is on its way is sent again after a sign-in, as it was meant.
    if (saving.busy) return
    next.current = publishing
    setDated(false)
    setPressed(button)
    saving.save()
  }

  function stay(publishing: PublishingChoice) {
    // A save that leaves is in progress, and may be sent again after a sign-in.
    if (stage.name === 'sending' && stage.next === 'leave') return
    next.current = publishing
    setDated(false)
    saving.stay()
  }

  /** Stores what is typed, as a revision of its own. */
  async function keep() {
    await journal.flush()
    const { name } = journal.store.state().status
    if (name !== 'saved' && (name !== 'clean' || status === null)) return
    // What is typed is stored without it.
    await callApi(historyCalls.keep, { body: { kind, id: journal.key() } }).catch(() => {})
  }

  const setStatus = (status: 'draft' | 'published', publishAt?: string) =>
    stay({ status, publishAt, isStatusOnly: true })

  function onDate(publishAt: Date) {
    if (isOut) setStatus('published', publishAt.toISOString())
    else save({ status: 'published', publishAt: publishAt.toISOString() }, 'date')
  }

  return {
    saving: {
      ...saving,
      busy: saving.busy && pressed === 'publish',
      save: () => save(isOut ? {} : { status: 'published' }),
      keep: () => void keep(),
    },
    submit: isOut ? UPDATE_CHANGES : isNew ? 'Submit' : 'Publish',
    menu: (
      <>
        <MenuItem onClick={() => setDated(true)}>Date…</MenuItem>
        {status === 'scheduled' && <MenuItem onClick={() => setStatus('published')}>Publish now</MenuItem>}
        {isOut && <MenuItem onClick={() => setStatus('draft')}>{isPublic ? 'Unpublish' : 'Unschedule'}</MenuItem>}
        {isOut && hasChanges && (
          <>
            <MenuItem onClick={() => journal.compare('resumed')}>Show changes</MenuItem>
            <MenuItem onClick={journal.revert}>Discard changes</MenuItem>
          </>
        )}
      </>
    ),
    notice: isUnpublished ? (
      <p className="mb-1 flex flex-wrap items-center gap-x-3 text-sm">
        Unpublished.
        <Button variant="quiet" className="-ms-2 underline" onClick={() => setStatus('published')}>
          {UNDO}
        </Button>
      </p>
    ) : (
      restoredAt !== null &&
      (hasChanges || !isOut) && (
        <p className="mb-1 text-sm">
          <span>{`Revision of ${shortTime(restoredAt, timeZone)} restored.`}</span>
          {isPublic && <span>{` The public page is still the other one: “${UPDATE_CHANGES}” publishes this.`}</span>}
        </p>
      )
    ),
    dialog: isDated && (
      <PublishDateDialog
        publishAt={base.publishAt}
        isPublic={isPublic}
        onChoose={onDate}
        onClose={() => setDated(false)}
      />
    ),
    setAddress: (slug) => stay({ slug, isStatusOnly: true }),
  }
}

/** When the revision was written that the form was opened with, until something is typed; null where there is none. */
function useRestored({ store }: ShownJournal): string | null {
  const [restoredAt, setRestoredAt] = useState<string | null>(null)
  const isTyped = useJournalState(store, ({ status }) => status.name !== 'clean' && status.name !== 'saved')
  useEffect(() => {
    const address = new URL(window.location.href)
    const requested = Date.parse(address.searchParams.get(RESTORED_QUERY) ?? '')
    if (!requested) return
    setRestoredAt(new Date(requested).toISOString())
    // It was said: a reload does not say it again.
    address.searchParams.delete(RESTORED_QUERY)
    window.history.replaceState(window.history.state, '', address)
  }, [])
  useEffect(() => {
    if (isTyped) setRestoredAt(null)
  }, [isTyped])
  return restoredAt
}
