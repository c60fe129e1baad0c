'use client'

import { useRouter } from 'next/navigation'
import { type FormEvent, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/form/field'
import { HydrationFieldset, NeedsJavaScript } from '@/components/ui/form/hydration-fieldset'
import { LEAVING, useSubmit } from '@/components/ui/form/use-submit'
import { notify } from '@/lib/browser/notification'
import { callApi, toApiError } from '@/lib/calls/client'
import { paths } from '@/lib/routes/paths'
import { SIGN_UP } from '@/lib/texts/constants'
import { EMAIL, PASSWORD, USERNAME } from '@/lib/texts/form-constants'
import { signUpCall } from '@/lib/user/public-calls'

/** What is typed as it is. */
const LITERAL = { autoCapitalize: 'none', spellCheck: false, dir: 'ltr' } as const

/**
 * Registration. Passwords are shown, as specified, unless the switch hides them. The second one is required but never compared
 * (section 5). Errors are logged to the console (section 8) and shown at the fields.
 */
export function SignUpForm() {
  const router = useRouter()
  const { form, busy, failure, submit } = useSubmit()
  const [hidden, setHidden] = useState(false)

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const fields = new FormData(event.currentTarget)
    const text = (name: string) => String(fields.get(name) ?? '')
    const body = {
      name: text('name'),
      username: text('username'),
      email: text('email'),
      password: text('password'),
    }
    void submit(async () => {
      const { message } = await callApi(signUpCall, { body }).catch((error: unknown) => {
        const refusal = toApiError(error)
        console.log(refusal.body ?? refusal.message)
        throw refusal
      })
      notify(message)
      router.push(paths.signIn())
      return LEAVING
    })
  }

  const passwordType = hidden ? 'password' : 'text'
  const field = (name: string, label: string) => ({ id: name, name, label, error: failure?.issueOf(name) })

  return (
    <form ref={form} method="post" noValidate onSubmit={onSubmit} className="space-y-5">
      <NeedsJavaScript />
      <p className="text-sm text-muted">
        All fields are required. A username has at least 3 characters, a password at least 8.
      </p>
      <Field {...field('name', 'Full Name')} autoComplete="name" dir="auto" />
      <Field {...field('username', USERNAME)} {...LITERAL} autoComplete="username" />
      <Field {...field('email', EMAIL)} type="email" autoComplete="email" spellCheck={false} dir="ltr" />
      <Field
        {...field('password', PASSWORD)}
        {...LITERAL}
        type={passwordType}
        autoComplete="new-password"
        aside={
          <button
            type="button"
            role="switch"
            aria-checked={hidden}
            onClick={() => setHidden(!hidden)}
            className="needs-script group inline-flex items-center gap-2 text-sm text-muted hover:text-fg"
          >
            Hide passwords
            <span
              aria-hidden="true"
              className="inline-flex h-5 w-9 items-center rounded-full border border-muted p-0.5 group-aria-checked:border-accent group-aria-checked:bg-accent"
            >
              <span className="size-3.5 rounded-full border-[0.4375rem] border-muted group-aria-checked:translate-x-4 group-aria-checked:border-on-accent rtl:group-aria-checked:-translate-x-4" />
            </span>
          </button>
        }
      />
      <Field
        id="confirm-password"
        name="confirmPassword"
        {...LITERAL}
        type={passwordType}
        label="Confirm Password"
        autoComplete="new-password"
      />
      <HydrationFieldset saysNeed={false}>
        <Button type="submit" variant="solid" busy={busy !== null} className="w-full">
          {SIGN_UP}
        </Button>
      </HydrationFieldset>
      <p role="alert" className="min-h-6 text-sm text-danger">
        {failure?.issues.length === 0 && failure.message}
      </p>
    </form>
  )
}
