import { useEffect, useRef, useState } from 'react'
import { type ApiError, toApiError } from '@/lib/calls/client'

/** What `work` answers where it leads to another screen: the form stays busy until that is there. */
export const LEAVING = 'leaving'

/** Sends a small form, or what a list of buttons calls: one call at a time, whose failure stays until the next one. */
export function useSubmit() {
  const form = useRef<HTMLFormElement>(null)
  const [busy, setBusy] = useState<string | null>(null)
  const [failure, setFailure] = useState<ApiError | null>(null)

  useEffect(() => {
    if (failure) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [failure])

  async function submit(work: () => Promise<unknown>, name = 'submit') {
    if (busy !== null) return
    setBusy(name)
    setFailure(null)
    try {
      if ((await work()) === LEAVING) return
    } catch (error) {
      setFailure(toApiError(error))
    }
    setBusy(null)
  }

  return {
    /** Its first refused field takes the focus. */
    form,
    /** The name of the call under way. */
    busy,
    failure,
    submit,
    clearFailure: () => setFailure(null),
  }
}
