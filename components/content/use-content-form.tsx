'use client'

import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { BeforeItGoesOut } from '@/components/content/before-it-goes-out'
import { type FormState, usePublishing } from '@/components/content/publishing-actions'
import type { RichTextDraft } from '@/components/content/rich-text-field'
import { SavedMeanwhile } from '@/components/content/save-bar'
import { type FormJournal, type JournalOptions, useJournal } from '@/components/content/use-journal'
import { usePreview } from '@/components/content/use-preview'
import { useRowMenu } from '@/components/content/use-row-menu'
import { type SaveForm, useSaveForm } from '@/components/content/use-save-form'
import { WritingForm } from '@/components/content/writing-form'
import { useTimeZone } from '@/components/shell/time-zone'
import { loadPage } from '@/components/ui/form/leave-guard'
import { Menu } from '@/components/ui/menu'
import { notifyNextScreen } from '@/lib/browser/notification'
import { callApi } from '@/lib/calls/client'
import type { ContentSubject } from '@/lib/content/kinds'
import { trashCalls } from '@/lib/content-kind/calls'
import { longTime } from '@/lib/platform/local-time'
import type { PreviewLink } from '@/lib/preview/schema'
import type { PublishingChoice, PublishingState, Status } from '@/lib/publishing/status'
import { MORE } from '@/lib/texts/form-constants'
import type { FormCopy } from '@/lib/working-copy/schema'

/** What a form of every kind is filled with: a stored row, or a blank one. */
export type ContentFields = FormState & { _id: string | null; version: number | null; slug: string }

export const UNSAVED: ContentFields = { _id: null, version: null, slug: '', status: null, publishAt: null }

type Written = { message: string; _id: string; data: PublishingState & { version: number; slug: string } }

type Options<Row extends ContentFields, Answer extends Written, Sent> = Pick<ContentSubject, 'kind'> & {
  form: RefObject<HTMLFormElement | null>
  row: Row
  from: FormCopy
  previewLinks: PreviewLink[]
  journal: Omit<JournalOptions<Row>, 'kind' | 'from' | 'row' | 'id' | 'versionOf' | 'isDraft'> & { text: RichTextDraft }
  /** Collects what the form holds now, and sends it. */
  send: (on: Row, requested: PublishingChoice) => Promise<Answer>
  /** The row as it is now. */
  read: (id: string) => Promise<Row>
  /** The fields as they were sent, when the form stays open after a save. */
  sentFields: (answer: Answer) => Sent
  /** Where a save leads that leaves the form, by the status it leaves the row with. */
  screens: (id: string) => Record<Status, string>
}

type ContentForm<Row> = Pick<SaveForm<Row>, 'base' | 'issueOf' | 'correct'> & {
  journal: FormJournal<Row>
  /** The form around its fields; `names` are those that show the server's words themselves. */
  frame: (names: readonly string[], fields: ReactNode) => ReactNode
}

/** The form of a note or project: stored while it is typed, published by its button, previewed, compared. */
export function useContentForm<Row extends ContentFields, Answer extends Written>(
  options: Options<Row, Answer, Omit<Row, keyof ContentFields>>,
): ContentForm<Row> {
  const { kind, form, row, from, previewLinks } = options
  const timeZone = useTimeZone()
  const isNew = row._id === null
  const publishing = useRef<PublishingChoice>({})
  const journal = useJournal<Row>({
    ...options.journal,
    ...{ kind, from, row, id: row._id },
    versionOf: ({ version }) => version ?? 0,
    isDraft: ({ status }) => status === 'draft',
  })
  const save = useSaveForm<Row, Answer>({
    row,
    async send(on) {
      // A status is set on what the row says, not on what is on its way there.
      if (publishing.current.isStatusOnly) await journal.answered()
      return options.send(on, publishing.current)
    },
    onSaved,
    onStay(answer) {
      const { _id, data } = answer
      const { slug, version, status, publishAt } = data
      return { ...options.sentFields(answer), _id, slug, version, status, publishAt } as Row
    },
    restore,
    meet: (current, before) => !journal.meetRow(current, before) && isStatusRetained(before, current),
    journal,
  })
  const publish = usePublishing(save, publishing, { kind, isNew, journal })
  const { saving, submit, menu, notice, dialog, setAddress } = publish
  const { base, issueOf, correct } = saving
  const preview = usePreview({ kind, id: base._id }, previewLinks, journal)
  const rowMenu = useRowMenu({ kind, saving, journal, read: options.read, setAddress })

  useEffect(() => {
    // Not on a phone, whose keyboard would cover the form.
    const isIdle = document.activeElement === document.body && window.matchMedia('(pointer: fine)').matches
    if (isNew && journal.isReady && isIdle) form.current?.querySelector('input')?.focus({ preventScroll: true })
  }, [isNew, journal.isReady, form])

  /** Whether saving over `current` keeps a status that somebody else has set meanwhile. */
  function isStatusRetained(before: FormState, current: FormState): boolean {
    const { status, publishAt } = publishing.current
    const was = before.status ?? 'draft'
    return publishAt === undefined && (current.status === was || current.status === status)
  }

  /** A full page load: the router's cached pages have the old text. */
  function onSaved({ message, _id, data: { status, publishAt } }: Answer): void {
    const time = publishAt && longTime(new Date(publishAt), timeZone)
    const isFirst = base.status === 'draft' || base.status === 'scheduled'
    const notices = {
      draft: 'Draft saved.',
      scheduled: time && `Scheduled for ${time}.`,
      published: isFirst && 'Published.',
    }
    notifyNextScreen(notices[status] || message)
    loadPage(options.screens(_id)[status])
  }

  /** Takes the row out of the trash, if it is there. @throws ApiError 404 when it was deleted permanently */
  async function restore() {
    const id = journal.key()
    await callApi(trashCalls(kind).trash, { body: { ids: [id], action: 'restore' } })
    return options.read(id)
  }

  const frame = (names: readonly string[], fields: ReactNode) => (
    <>
      <WritingForm
        {...{ form, saving, journal, submit, notice }}
        fields={rowMenu.isAddressShown ? [...names, 'slug'] : names}
        row={base}
        aside={
          <>
            {preview.button}
            <Menu label={MORE}>
              {menu}
              {base.status !== 'published' && preview.menuItem}
              {rowMenu.menu}
            </Menu>
          </>
        }
      >
        {fields}
        <BeforeItGoesOut {...{ kind, form, journal, text: options.journal.text, slug: base.slug }} />
      </WritingForm>
      {dialog}
      {preview.dialog}
      {rowMenu.dialog}
      <SavedMeanwhile {...{ saving, journal }} />
    </>
  )
  return { journal, base, issueOf, correct, frame }
}
