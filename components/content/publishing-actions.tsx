'use client'

import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { PublishDateDialog } from '@/components/content/publish-date-dialog'
import type { SaveForm } from '@/components/content/use-save-form'
import { useTimeZone } from '@/components/shell/time-zone'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { loadPage } from '@/components/ui/form/leave-guard'
import { notifyNextScreen } from '@/lib/browser/notification'
import { longTime } from '@/lib/platform/local-time'
import type { PublishingChoice, PublishingRequest, PublishingState, Status } from '@/lib/publishing/status'
import { CHANGE_DATE, SAVE_DRAFT, SCHEDULE, UNPUBLISH, UPDATE_CHANGES } from '@/lib/texts/form-constants'

/** The status of a form's row; null before it is first saved. */
export type FormState = { status: Status | null; publishAt: string | null }

export const UNSAVED: FormState = { status: null, publishAt: null }

/** What a form needs of a response. */
export const formState = ({ status, publishAt }: PublishingState): FormState => ({ status, publishAt })

/** Whether a save onto `current` changes no status that somebody else has given it since `base`. */
export function isStatusKept(base: FormState, current: FormState, { status, publishAt }: PublishingRequest): boolean {
  return publishAt === undefined && (current.status === base.status || current.status === status)
}

type Asked = 'date' | 'publish'
/** The button that began a save. */
type Pressed = 'publish' | 'draft' | 'date'

type PublishingForm<Row> = {
  /** Replaces the given one: its button publishes, Ctrl+S keeps the status. */
  saving: SaveForm<Row>
  /** Buttons beside the one that publishes. */
  actions: ReactNode
  /** To be rendered outside the form. */
  dialog: ReactNode
}

/**
 * Saving as a draft, scheduling and unpublishing in a form. `next` holds the publishing fields of the next request; the
 * form reads it when it sends.
 */
export function usePublishing<Row extends FormState>(
  saving: SaveForm<Row>,
  next: RefObject<PublishingChoice>,
): PublishingForm<Row> {
  const [asked, setAsked] = useState<Asked | null>(null)
  const [pressed, setPressed] = useState<Pressed>('publish')
  const timeZone = useTimeZone()
  const { base, stage } = saving
  const isPublic = base.status === 'published'
  // What is public, or will be, is left as it is but for its date.
  const hasDate = isPublic || base.status === 'scheduled'
  const [isUnpublished, setUnpublished] = useState(false)
  const wasPublic = useRef(isPublic)
  const draftButton = useRef<HTMLButtonElement>(null)

  useEffect(() => {
    // The button that was pressed is gone, and the focus with it.
    if (wasPublic.current && !isPublic && document.activeElement === document.body) draftButton.current?.focus()
    wasPublic.current = isPublic
  }, [isPublic])

  function save(publishing: PublishingChoice, button: Pressed = 'publish') {
    // What is on its way is sent again after a sign-in, as it was meant.
    if (saving.busy) return
    next.current = publishing
    setAsked(null)
    setPressed(button)
    saving.save()
  }

  function stay(publishing: PublishingRequest) {
    // A save that leaves is in progress, and may be sent again after a sign-in.
    if (stage.name === 'sending' && stage.next === 'leave') return
    next.current = publishing
    saving.keep()
  }

  const isBusy = (button: Pressed) => saving.busy && pressed === button
  const saveDraft = () => (base.status === null ? save({ status: 'draft' }, 'draft') : stay({ status: 'draft' }))

  return {
    saving: {
      ...saving,
      busy: isBusy('publish'),
      save: () => (base.status === 'scheduled' ? setAsked('publish') : save(isPublic ? {} : { status: 'published' })),
      keep: () => stay({}),
    },
    actions: (
      <>
        {!isPublic && (
          <Button ref={draftButton} data-save-draft="" busy={isBusy('draft')} onClick={saveDraft}>
            {SAVE_DRAFT}
          </Button>
        )}
        <Button busy={isBusy('date')} onClick={() => setAsked('date')}>
          {hasDate ? CHANGE_DATE : SCHEDULE}
        </Button>
        {isPublic && (
          <Button
            onClick={() => {
              setUnpublished(true)
              stay({ status: 'draft' })
            }}
          >
            {UNPUBLISH}
          </Button>
        )}
        {isUnpublished && base.status === 'draft' && (
          <p role="status" className="order-last basis-full text-sm">
            Unpublished. Only you can see it.{' '}
            <Button
              look="quiet"
              onClick={() => {
                setUnpublished(false)
                stay({ status: 'published' })
              }}
            >
              Undo
            </Button>
          </p>
        )}
        <StateLine {...base} />
      </>
    ),
    dialog: (
      <>
        {asked === 'date' && (
          <PublishDateDialog
            publishAt={base.publishAt}
            isPublic={isPublic}
            onChoose={(publishAt) =>
              save({ status: 'published', publishAt: publishAt.toISOString(), isDateOnly: hasDate }, 'date')
            }
            onClose={() => setAsked(null)}
          />
        )}
        {asked === 'publish' && (
          <Dialog title="Publish it now?" onClose={() => setAsked(null)}>
            <p className="text-muted">
              This is scheduled for {base.publishAt && longTime(new Date(base.publishAt), timeZone)}. You can publish it
              now, or save your changes and leave the date as it is.
            </p>
            <div className="mt-6 flex flex-wrap gap-3">
              <Button onClick={() => save({})}>Keep the date</Button>
              <Button look="solid" onClick={() => save({ status: 'published' })}>
                Publish now
              </Button>
              <Button onClick={() => setAsked(null)}>Cancel</Button>
            </div>
          </Dialog>
        )}
      </>
    ),
  }
}

/** The status in words; nothing before the text is first saved. */
function StateLine({ status, publishAt }: FormState) {
  const timeZone = useTimeZone()
  const time = publishAt === null ? null : longTime(new Date(publishAt), timeZone)
  const words = {
    draft: `A draft: nobody else sees it. “${UPDATE_CHANGES}” publishes it.`,
    scheduled: `Scheduled for ${time}. “${UPDATE_CHANGES}” asks whether to keep that date.`,
    published: `Published on ${time}.`,
  }
  return status === null ? null : <p className="order-last basis-full text-sm text-muted">{words[status]}</p>
}

/**
 * Leaves a form after a save, for the screen that belongs to the status; `message` is the server's, `before` what the
 * save was based on.
 */
export function leaveForm(
  message: string,
  saved: PublishingState,
  before: FormState,
  screens: Record<Status, string>,
  timeZone: string,
): void {
  notifyNextScreen(savedMessage(message, saved, before, timeZone))
  // A full page load: the router's cached pages have the old text.
  loadPage(screens[saved.status])
}

function savedMessage(
  message: string,
  { status, publishAt }: PublishingState,
  before: FormState,
  timeZone: string,
): string {
  if (status === 'draft') return 'Draft saved.'
  const time = publishAt && longTime(new Date(publishAt), timeZone)
  if (status === 'scheduled') return time ? `Scheduled for ${time}.` : message
  if (before.status === 'draft' || before.status === 'scheduled') return 'Published.'
  // Of what was public already only a new date is more than an update.
  return before.status === 'published' && time && publishAt !== before.publishAt ? `Date changed to ${time}.` : message
}
