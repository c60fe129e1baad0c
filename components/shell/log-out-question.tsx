'use client'

import { createPortal } from 'react-dom'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { flushJournals } from '@/lib/browser/journal'
import { type JournalEntry, readEntries, removeRecord } from '@/lib/browser/journal-store'
import { readStoredProfile } from '@/lib/browser/stored-profile'
import { callApi } from '@/lib/calls/client'
import { copyCalls } from '@/lib/working-copy/calls'
import type { CopyEntry } from '@/lib/working-copy/schema'
import './all-styles.css'

// Loaded by the logout button when it is pressed: no page loads it.

/** How long the open forms may take to send their texts. */
const FLUSH_MAX_MS = 3_000

export type KeptTexts = {
  /** How many texts only this browser has. */
  unsaved: number
  /** Removes what the server has too: its owner is leaving this browser. */
  removeSaved: () => Promise<void>
}

/** What this browser keeps for whoever is signed in, after the open forms have been given the time to send theirs. */
export async function findKeptTexts(): Promise<KeptTexts> {
  const account = readStoredProfile()?.id
  const late = new Promise((resolve) => setTimeout(resolve, FLUSH_MAX_MS))
  await Promise.race([flushJournals().catch(() => {}), late])
  const entries = account ? await readEntries(account).catch(() => []) : []
  // A form that was closed has not heard whether its last request arrived.
  const copies = entries.some(({ isSent }) => !isSent) ? await listCopies() : []
  const isSaved = ({ isSent, form, sequence }: JournalEntry) =>
    isSent || copies.some((copy) => copy.writer === form && copy.sequence >= sequence)
  return {
    unsaved: new Set(entries.filter((entry) => !isSaved(entry)).map(({ key }) => key)).size,
    async removeSaved() {
      for (const entry of entries.filter(isSaved)) await removeRecord(entry).catch(() => {})
    },
  }
}

function listCopies(): Promise<CopyEntry[]> {
  return callApi(copyCalls.list, {}).then(
    ({ copies }) => copies,
    () => [],
  )
}

type LogOutQuestionProps = { count: number; onConfirm: () => void; onClose: () => void }

/** Asks before somebody logs out whose text is on this device alone. */
export function LogOutQuestion({ count, onConfirm, onClose }: LogOutQuestionProps) {
  const what = count === 1 ? 'A text you wrote is' : `${count} texts you wrote are`
  // Not in the bar, which is dark whatever the page is.
  return createPortal(
    <ConfirmDialog title="Log out with something unsaved?" confirm="Log out" onConfirm={onConfirm} onClose={onClose}>
      <p>
        {what} on this device only. Nobody else who signs in here can see it. Sign in again in this browser to continue.
      </p>
    </ConfirmDialog>,
    document.body,
  )
}
