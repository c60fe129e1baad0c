'use client'

import { type ReactNode, useEffect, useState } from 'react'
import { AddressDialog } from '@/components/content/address-dialog'
import { type ShownJournal, useJournalState } from '@/components/content/use-journal'
import type { SaveForm } from '@/components/content/use-save-form'
import { Alert } from '@/components/ui/alert'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { loadPage } from '@/components/ui/form/leave-guard'
import { MenuItem, MenuLink } from '@/components/ui/menu'
import { notify, notifyNextScreen } from '@/lib/browser/notification'
import { callApi } from '@/lib/calls/client'
import type { ContentName } from '@/lib/content/kinds'
import { trashCalls } from '@/lib/content-kind/calls'
import type { Status } from '@/lib/publishing/status'
import { CONTENT_PATHS, paths } from '@/lib/routes/paths'
import { TRASH_DAYS } from '@/lib/table/table-state'
import { ADDRESS, HISTORY } from '@/lib/texts/form-constants'

type FormRow = { _id: string | null; slug: string; status: Status | null }

type Options<Row> = {
  kind: ContentName
  saving: Pick<SaveForm<Row>, 'base' | 'stage' | 'isLeaving'>
  journal: ShownJournal
  /** The row as it is now. */
  read: (id: string) => Promise<Row>
  /** As `usePublishing` has it. */
  setAddress: (slug: string) => void
}

/** What can be done with the row of a form beside its text: its address, its history, the trash. */
export function useRowMenu<Row extends FormRow>({
  kind,
  saving,
  journal,
  read,
  setAddress,
}: Options<Row>): {
  /** Null before there is a row. */
  menu: ReactNode
  /** To be rendered outside the form. */
  dialog: ReactNode
  /** Whether it shows what is wrong with the address. */
  isAddressShown: boolean
} {
  const { base, stage, isLeaving } = saving
  const [addressed, setAddressed] = useState<FormRow | null>(null)
  const [isSent, setSent] = useState(false)
  const [error, setError] = useState<string>()
  const [isDeleting, setDeleting] = useState(false)
  const isBegun = useJournalState(journal.store, ({ status }) => base._id !== null || status.name !== 'clean')

  useEffect(() => {
    if (!isSent || stage.name !== 'editing') return
    setSent(false)
    if (stage.failure) return setError(stage.failure.issueOf('slug') ?? stage.failure.message)
    setAddressed(null)
    if (addressed && base.slug !== addressed.slug) notify(`Its address ends with “${base.slug}” now.`)
  }, [isSent, stage, addressed, base.slug])

  if (!isBegun) return { menu: null, dialog: null, isAddressShown: false }
  const idOf = () => base._id ?? journal.key()

  /** The slug of a draft follows its title, which the form has only sent. */
  async function openAddress() {
    setError(undefined)
    await journal.flush()
    setAddressed(await read(idOf()).catch(() => base))
  }

  async function trash() {
    try {
      await journal.flush()
      const { message } = await callApi(trashCalls(kind).trash, { body: { ids: [idOf()], action: 'trash' } })
      isLeaving.current = true
      notifyNextScreen(message)
      loadPage(CONTENT_PATHS[kind].table)
    } catch (failure) {
      setError(failure instanceof Error ? failure.message : String(failure))
    }
  }

  return {
    isAddressShown: addressed !== null,
    menu: (
      <>
        <MenuItem onClick={() => void openAddress()}>{ADDRESS}…</MenuItem>
        <MenuLink href={CONTENT_PATHS[kind].history(idOf())}>{HISTORY}</MenuLink>
        <MenuItem
          onClick={() => {
            setError(undefined)
            setDeleting(true)
          }}
        >
          {TO_TRASH}…
        </MenuItem>
      </>
    ),
    dialog: (
      <>
        {addressed && (
          <AddressDialog
            kind={kind}
            row={addressed}
            error={error}
            isSaving={isSent}
            onChoose={(slug) => {
              setError(undefined)
              setSent(true)
              setAddress(slug)
            }}
            onClose={() => setAddressed(null)}
          />
        )}
        {isDeleting && (
          <ConfirmDialog
            title={`${TO_TRASH}?`}
            confirm={TO_TRASH}
            onConfirm={() => void trash()}
            onClose={() => setDeleting(false)}
          >
            <p>
              {base.status === 'published' && <span>{paths[kind](base.slug)} will not be found any more. </span>}
              <span>{`It can be restored from the trash for ${TRASH_DAYS} days.`}</span>
            </p>
            {error && (
              <Alert kind="error" className="mt-4">
                {error}
              </Alert>
            )}
          </ConfirmDialog>
        )}
      </>
    ),
  }
}

const TO_TRASH = 'Move to trash'
