'use client'

import { useRouter } from 'next/navigation'
import { useEffect } from 'react'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { useSubmit } from '@/components/ui/form/use-submit'
import { callApi } from '@/lib/calls/client'
import { overviewCalls } from '@/lib/overview/calls'
import type { BackupState } from '@/lib/overview/schema'

const REFRESH_MS = 2_000

/** Starts a backup, and shows for how long it has been running and what became of it. */
export function BackUpNow({ seconds, message, hasFailed }: BackupState) {
  const { busy, failure, submit } = useSubmit()
  const router = useRouter()
  const isRunning = seconds !== null

  useEffect(() => {
    if (!isRunning) return
    const timer = setInterval(() => router.refresh(), REFRESH_MS)
    return () => clearInterval(timer)
  }, [isRunning, router])

  async function begin() {
    await callApi(overviewCalls.backUp, {})
    router.refresh()
  }

  const shown = isRunning ? `A backup is being made: ${seconds} s.` : message
  return (
    <div className="mt-4">
      <Button className="needs-script" busy={busy !== null || isRunning} onClick={() => submit(begin)}>
        Back up now
      </Button>
      {failure && (
        <Alert kind="error" className="mt-4">
          {failure.message}
        </Alert>
      )}
      <p
        role="status"
        className={`mt-3 text-sm whitespace-pre-line wrap-anywhere empty:hidden ${hasFailed && !isRunning ? 'text-danger' : 'text-muted'}`}
      >
        {shown}
      </p>
    </div>
  )
}
