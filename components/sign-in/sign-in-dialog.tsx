'use client'

import { type FormEvent, useEffect, useRef, useState } from 'react'
import { CodeField } from '@/components/sign-in/code-field'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Field } from '@/components/ui/form/field'
import { signInCall } from '@/lib/auth/public-calls'
import { storeProfile } from '@/lib/browser/stored-profile'
import { ApiError, callApi } from '@/lib/calls/client'
import { SIGN_IN } from '@/lib/texts/constants'
import { EMAIL, PASSWORD } from '@/lib/texts/form-constants'

type SignInDialogProps = {
  /** Why, in a sentence. */
  reason: string
  onSignedIn: () => void
  onClose: () => void
}

/** Signs in beside a form, which keeps all that was typed. */
export function SignInDialog({ reason, onSignedIn, onClose }: SignInDialogProps) {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState('')
  const [asksCode, setAsksCode] = useState(false)
  // The first time the code is asked for nothing is wrong.
  const [isFirst, setIsFirst] = useState(false)
  const password = useRef<HTMLInputElement>(null)
  const code = useRef<HTMLInputElement>(null)

  useEffect(() => {
    if (asksCode) code.current?.focus()
  }, [asksCode])

  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (busy) return
    const fields = new FormData(event.currentTarget)
    setBusy(true)
    setError('')
    try {
      const { _id, userProfile } = await callApi(signInCall, {
        body: {
          email: String(fields.get('email') ?? ''),
          password: String(fields.get('password') ?? ''),
          ...(asksCode ? { code: String(fields.get('code') ?? '') } : {}),
        },
      })
      storeProfile({ id: _id, ...userProfile })
      onSignedIn()
    } catch (failure) {
      const wantsCode = failure instanceof ApiError && failure.wantsCode
      setError(failure instanceof ApiError ? failure.message : String(failure))
      setBusy(false)
      setIsFirst(wantsCode && !asksCode)
      if (wantsCode) {
        setAsksCode(true)
        code.current?.select()
      } else password.current?.select()
    }
  }

  return (
    <Dialog title={SIGN_IN} onClose={onClose}>
      <p className="mb-5 text-muted">{reason}</p>
      <form method="post" noValidate onSubmit={onSubmit} className="space-y-5">
        <Field
          id="sign-in-email"
          name="email"
          type="email"
          label={EMAIL}
          autoComplete="username"
          spellCheck={false}
          dir="ltr"
        />
        <Field
          id="sign-in-password"
          name="password"
          type="password"
          label={PASSWORD}
          autoComplete="current-password"
          ref={password}
          dir="ltr"
        />
        {asksCode && <CodeField id="sign-in-code" ref={code} />}
        <p role="alert" className={`text-sm empty:hidden ${isFirst ? '' : 'text-danger'}`}>
          {error}
        </p>
        <div className="flex flex-wrap gap-3">
          <Button type="submit" look="solid" busy={busy}>
            {SIGN_IN}
          </Button>
          <Button onClick={onClose}>Not now</Button>
        </div>
      </form>
    </Dialog>
  )
}
