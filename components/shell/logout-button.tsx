'use client'

import { type ReactNode, useState } from 'react'
import { Icon } from '@/components/ui/icon'
import { IconButton } from '@/components/ui/icon-button'
import { Spinner } from '@/components/ui/spinner'
import { notify } from '@/lib/browser/notification'
import { clearStoredProfile } from '@/lib/browser/stored-profile'
import { publicPaths } from '@/lib/routes/public-paths'
import { LOG_OUT, NO_ANSWER } from '@/lib/texts/frame-constants'

/** Ends the session on the server (POST to `action`), clears the stored profile and loads the sign-in screen. */
export function LogoutButton({ action }: { action: string }) {
  const [busy, setBusy] = useState(false)
  const [question, setQuestion] = useState<ReactNode>(null)

  async function ask() {
    if (busy) return
    setBusy(true)
    // Loaded when it is needed: public pages load nothing of it.
    const journal = await import('./log-out-question').catch(() => null)
    const retained = await journal?.findStoredTexts()
    if (!journal || !retained || retained.unsaved === 0) return leave(retained?.removeSaved)
    setBusy(false)
    const { LogOutQuestion } = journal
    const onConfirm = () => {
      setQuestion(null)
      setBusy(true)
      void leave(retained.removeSaved)
    }
    setQuestion(<LogOutQuestion count={retained.unsaved} onConfirm={onConfirm} onClose={() => setQuestion(null)} />)
  }

  async function leave(removeSaved?: () => Promise<void>) {
    // A bare fetch: the API client would be loaded by every public page for this one call.
    const answer = await fetch(action, { method: 'POST' }).catch(() => null)
    if (!answer?.ok) {
      // Still signed in on the server: clearing the profile would only hide that.
      const body = await answer?.json().catch(() => null)
      notify(body?.message ?? NO_ANSWER)
      setBusy(false)
      return
    }
    await removeSaved?.()
    clearStoredProfile()
    window.location.assign(publicPaths.signIn())
  }

  return (
    <>
      <IconButton name={LOG_OUT} tone="quiet" onPress={ask} className="-me-2">
        {busy ? <Spinner className="size-5" /> : <Icon name="logout" className="size-5" />}
      </IconButton>
      {question}
    </>
  )
}
