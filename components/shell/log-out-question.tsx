'use client'

import { createPortal } from 'react-dom'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { flushJournals } from '@/lib/browser/journal'
import { readEntries, removeRecord } from '@/lib/browser/journal-store'
import { isOnServer } from '@/lib/browser/read-copy'
import { readStoredProfile } from '@/lib/browser/stored-profile'
import './all-styles.css'

// Loaded by the logout button when it is pressed: no page loads it.

/** How long the open forms may take to send their texts. */
const FLUSH_MAX_MS = 3_000

type StoredTexts = {
  /** How many texts only this browser has. */
  unsaved: number
  /** Removes what the server has too: its owner is leaving this browser. */
  removeSaved: () => Promise<void>
}

/** What this browser keeps for whoever is signed in, after the open forms have been given the time to send theirs. */
export async function findStoredTexts(): Promise<StoredTexts> {
  const account = readStoredProfile()?.id
  const late = new Promise((resolve) => setTimeout(resolve, FLUSH_MAX_MS))
  await Promise.race([flushJournals().catch(() => {}), late])
  const entries = account ? await readEntries(account).catch(() => []) : []
  const saved = await Promise.all(entries.map(isOnServer))
  return {
    unsaved: new Set(entries.filter((_, index) => !saved[index]).map(({ key }) => key)).size,
    async removeSaved() {
      for (const entry of entries.filter((_, index) => saved[index])) await removeRecord(entry).catch(() => {})
    },
  }
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
