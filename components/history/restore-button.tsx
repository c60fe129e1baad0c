'use client'

import { useState } from 'react'
import { useTimeZone } from '@/components/shell/time-zone'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { ApiError, callApi } from '@/lib/calls/client'
import { historyCalls } from '@/lib/history/calls'
import { shortTime } from '@/lib/platform/format'
import { RESTORED_QUERY } from '@/lib/routes/paths'

type RestoreButtonProps = {
  revision: { id: number; updatedAt: string }
  /** The form that goes on with it. */
  form: string
}

/** Puts a revision into the form, as if it had been written there. */
export function RestoreButton({ revision: { id, updatedAt }, form }: RestoreButtonProps) {
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState('')
  const time = shortTime(updatedAt, useTimeZone())

  async function restore() {
    setBusy(true)
    setFailure('')
    try {
      await callApi(historyCalls.restore, { params: { id: String(id) } })
    } catch (error) {
      setFailure(error instanceof ApiError ? error.message : String(error))
      setBusy(false)
      return
    }
    // A full page load: the router's cached form has the text before.
    window.location.assign(`${form}?${RESTORED_QUERY}=${updatedAt}`)
  }

  return (
    <>
      <Button busy={isBusy} onClick={() => void restore()}>
        Restore {time}
      </Button>
      {failure && (
        <Alert kind="error" className="mt-3 basis-full">
          {failure}
        </Alert>
      )}
    </>
  )
}
