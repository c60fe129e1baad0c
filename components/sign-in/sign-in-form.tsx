'use client'

import { type FormEvent, useEffect, useRef, useState } from 'react'
import { CodeField } from '@/components/sign-in/code-field'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/form/field'
import { HydrationFieldset } from '@/components/ui/form/hydration-fieldset'
import { signInCall } from '@/lib/auth/public-calls'
import { notify } from '@/lib/browser/notification'
import { storeProfile } from '@/lib/browser/stored-profile'
import { ApiError, callApi } from '@/lib/calls/client'
import { pathOnThisSite } from '@/lib/routes/paths'
import { SIGN_IN } from '@/lib/texts/constants'
import { EMAIL, PASSWORD } from '@/lib/texts/form-constants'

/** What is wrong is the server's to say (specification, sections 5 and 8). */
export function SignInForm() {
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
      const { message, _id, userProfile } = await callApi(signInCall, {
        body: {
          email: String(fields.get('email') ?? ''),
          password: String(fields.get('password') ?? ''),
          ...(asksCode ? { code: String(fields.get('code') ?? '') } : {}),
        },
      })
      storeProfile({ id: _id, name: userProfile.name, isAdmin: userProfile.isAdmin })
      notify(message)
      // A whole load: what this browser kept of pages seen while signed out is gone with it.
      window.location.assign(pathOnThisSite(new URLSearchParams(window.location.search).get('next')))
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
    <form method="post" noValidate onSubmit={onSubmit} className="space-y-5">
      {/* The specification gives this field up to 4 rows; password managers fill one-line fields only. */}
      <Field id="email" name="email" type="email" label={EMAIL} autoComplete="username" spellCheck={false} dir="ltr" />
      <Field
        id="password"
        name="password"
        type="password"
        label={PASSWORD}
        autoComplete="current-password"
        ref={password}
        dir="ltr"
      />
      {asksCode && <CodeField id="code" ref={code} />}
      <HydrationFieldset>
        <Button type="submit" look="solid" busy={busy} className="w-full">
          {SIGN_IN}
        </Button>
      </HydrationFieldset>
      <p role="alert" className={`min-h-6 text-sm ${isFirst ? '' : 'text-danger'}`}>
        {error}
      </p>
    </form>
  )
}
