'use client'

import { useTimeZone } from '@/components/shell/time-zone'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { LEAVING, useSubmit } from '@/components/ui/form/use-submit'
import { callApi } from '@/lib/calls/client'
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
  const { busy, failure, submit } = useSubmit()
  const time = shortTime(updatedAt, useTimeZone())

  async function restore() {
    await callApi(historyCalls.restore, { params: { id: String(id) } })
    // A full page load: the router's cached form has the text before.
    window.location.assign(`${form}?${RESTORED_QUERY}=${updatedAt}`)
    return LEAVING
  }

  return (
    <>
      <Button busy={busy !== null} onClick={() => submit(restore)}>
        Restore {time}
      </Button>
      {failure && (
        <Alert kind="error" className="mt-3 basis-full">
          {failure.message}
        </Alert>
      )}
    </>
  )
}
