import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { signInCall } from '@/lib/auth/public-calls'
import { storeProfile } from '@/lib/browser/stored-profile'
import { callApi, toApiError } from '@/lib/calls/client'

export type SignIn = {
  busy: boolean
  /** What the server answered, "" before it has. */
  message: string
  /** False when `message` only asks for the code for the first time. */
  isRefusal: boolean
  asksCode: boolean
  /** What the server says of each field it refused, by name. */
  refused: Record<string, string>
  email: RefObject<HTMLInputElement | null>
  password: RefObject<HTMLInputElement | null>
  code: RefObject<HTMLInputElement | null>
  onSubmit: (event: FormEvent<HTMLFormElement>) => void
}

/** Sends the fields of a sign-in form and stores the profile; `onSignedIn` gets the server's message. */
export function useSignIn(onSignedIn: (message: string, isAdmin: boolean) => void): SignIn {
  const [busy, setBusy] = useState(false)
  const [message, setMessage] = useState('')
  const [asksCode, setAsksCode] = useState(false)
  const [isRefusal, setIsRefusal] = useState(true)
  const [refused, setRefused] = useState<Record<string, string>>({})
  const email = useRef<HTMLInputElement>(null)
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
    setMessage('')
    setRefused({})
    try {
      const { message, _id, userProfile } = await callApi(signInCall, {
        body: {
          email: String(fields.get('email') ?? ''),
          password: String(fields.get('password') ?? ''),
          ...(asksCode ? { code: String(fields.get('code') ?? '') } : {}),
        },
      })
      storeProfile({ id: _id, name: userProfile.name, isAdmin: userProfile.isAdmin })
      onSignedIn(message, userProfile.isAdmin)
    } catch (failure) {
      const { wantsCode, issues, message } = toApiError(failure)
      const refused = Object.fromEntries(issues.map(({ path, message }) => [path, message]))
      setMessage(message)
      setRefused(refused)
      setBusy(false)
      setIsRefusal(!wantsCode || asksCode)
      if (wantsCode) {
        setAsksCode(true)
        code.current?.select()
      } else if ('email' in refused) email.current?.focus()
      else password.current?.select()
    }
  }

  return { busy, message, isRefusal, asksCode, refused, email, password, code, onSubmit }
}
