'use client'

import { useState } from 'react'
import { LogoutIcon } from '@/components/ui/icons'
import { Spinner } from '@/components/ui/spinner'
import { notify } from '@/lib/browser/notification'
import { clearStoredProfile } from '@/lib/browser/stored-profile'
import { paths } from '@/lib/routes/paths'
import { LOG_OUT, NO_ANSWER } from '@/lib/texts/constants'

/** Ends the session on the server (POST to `action`), forgets the profile and loads the sign-in screen anew. */
export function LogoutButton({ action }: { action: string }) {
  const [busy, setBusy] = useState(false)

  async function leave() {
    if (busy) return
    setBusy(true)
    // By hand: the client of the API would be a part of every public page for this one call.
    const answer = await fetch(action, { method: 'POST' }).catch(() => null)
    if (!answer?.ok) {
      // Still signed in on the server: forgetting the profile here would only hide it.
      const body = await answer?.json().catch(() => null)
      notify(body?.message ?? NO_ANSWER)
      setBusy(false)
      return
    }
    clearStoredProfile()
    window.location.assign(paths.signIn())
  }

  return (
    <button
      type="button"
      aria-label={LOG_OUT}
      title={LOG_OUT}
      onClick={leave}
      className="-me-2 inline-flex size-11 items-center justify-center rounded-plate text-muted transition-colors hover:text-fg"
    >
      {busy ? <Spinner className="size-5" /> : <LogoutIcon className="size-5" />}
    </button>
  )
}
