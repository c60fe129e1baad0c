'use client'

import { useRouter } from 'next/navigation'
import { type FormEvent, useRef, useState } from 'react'
import { CodeField } from '@/components/sign-in/code-field'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { copyText } from '@/components/ui/copy-text'
import { Field } from '@/components/ui/form/field'
import { HydrationFieldset } from '@/components/ui/form/hydration-fieldset'
import { useSubmit } from '@/components/ui/form/use-submit'
import { Icon } from '@/components/ui/icon'
import { authCalls } from '@/lib/auth/calls'
import type { SecondFactorAction } from '@/lib/auth/input'
import { notify } from '@/lib/browser/notification'
import { callApi } from '@/lib/calls/client'
import { PASSWORD } from '@/lib/texts/form-constants'

type Stage =
  | { name: 'resting' }
  | { name: 'begun'; qr: string; key: string }
  | { name: 'confirmed'; recoveryCodes: string[] }

/** Enables an admin's second factor in two steps, or disables it. */
export function SecondFactor({ isOn }: { isOn: boolean }) {
  const router = useRouter()
  const heading = useRef<HTMLHeadingElement>(null)
  const [stage, setStage] = useState<Stage>({ name: 'resting' })
  const { form, busy, failure, submit, clearFailure } = useSubmit()

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const fields = new FormData(event.currentTarget)
    const text = (name: string) => String(fields.get(name) ?? '')
    void submit(async () => {
      const answer = await callApi(authCalls.changeSecondFactor, { body: actionOf(text) })
      if ('qr' in answer) {
        setStage({ name: 'begun', qr: answer.qr, key: answer.key })
      } else if ('recoveryCodes' in answer) {
        setStage({ name: 'confirmed', recoveryCodes: answer.recoveryCodes })
        // It has ended the other sessions, which are listed below.
        router.refresh()
      } else {
        notify(answer.message)
        form.current?.reset()
        router.refresh()
      }
    })
  }

  function actionOf(text: (name: string) => string): SecondFactorAction {
    if (stage.name === 'begun') return { action: 'confirm', code: text('code') }
    if (isOn) return { action: 'disable', password: text('password'), code: text('code') }
    return { action: 'begin', password: text('password') }
  }

  function rest() {
    clearFailure()
    setStage({ name: 'resting' })
    heading.current?.focus()
  }

  const error = (path: string) => failure?.issueOf(path)
  const isAtField = failure?.issues.some(({ path }) => path === 'password' || path === 'code')

  return (
    <section aria-labelledby="second-factor" className="mt-10">
      <h2 ref={heading} id="second-factor" tabIndex={-1} className="mb-4 border-t border-fg pt-3 text-h3">
        Two-step sign-in
      </h2>
      {stage.name === 'confirmed' ? (
        <RecoveryCodes codes={stage.recoveryCodes} onClose={rest} />
      ) : (
        <form ref={form} method="post" noValidate onSubmit={onSubmit}>
          <HydrationFieldset className="max-w-[25rem] space-y-5">
            {stage.name === 'begun' && <NewKey qr={stage.qr} keyText={stage.key} />}
            {stage.name === 'resting' && (
              <>
                <p className="text-muted">
                  {isOn
                    ? 'On. Signing in also asks for a code from your authenticator app.'
                    : 'Off. Turn it on to also ask for a code from your authenticator app.'}
                </p>
                <Field
                  id="second-factor-password"
                  name="password"
                  type="password"
                  label={PASSWORD}
                  autoComplete="current-password"
                  error={error('password')}
                  dir="ltr"
                />
              </>
            )}
            {(stage.name === 'begun' || isOn) && (
              <CodeField
                id="second-factor-code"
                takesRecovery={isOn}
                error={error('code')}
                ref={stage.name === 'begun' ? takeFocus : undefined}
              />
            )}
            {failure && !isAtField && <Alert kind="error">{failure.message}</Alert>}
            <div className="flex flex-wrap gap-3">
              <Button type="submit" variant={isOn ? 'danger' : 'outline'} busy={busy !== null}>
                {stage.name === 'begun' ? 'Confirm' : isOn ? 'Turn off' : 'Turn on'}
              </Button>
              {stage.name === 'begun' && (
                <Button variant="quiet" onClick={() => rest()}>
                  Cancel
                </Button>
              )}
            </div>
          </HydrationFieldset>
        </form>
      )}
    </section>
  )
}

/** Takes the focus from the element it has replaced. */
function takeFocus(element: HTMLElement | null) {
  element?.focus()
}

/** A key grouped for reading and typing; apps accept it with and without spaces. */
function inFours(key: string): string {
  return key.replace(/.{4}(?=.)/g, '$& ')
}

function NewKey({ qr, keyText }: { qr: string; keyText: string }) {
  return (
    <>
      <p>Scan this with your authenticator app, then type the code it shows.</p>
      {/* biome-ignore lint/performance/noImgElement: a data URL of this one answer */}
      <img src={qr} alt="QR code of the key below" width={240} height={240} className="bg-white" />
      <p className="text-sm text-muted">
        Without a camera, type this key: <code className="text-fg">{inFours(keyText)}</code>
      </p>
    </>
  )
}

function RecoveryCodes({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  const [isCopied, setIsCopied] = useState(false)
  return (
    <>
      <div ref={takeFocus} tabIndex={-1}>
        <Alert kind="success">
          Two-step sign-in is on. Store these recovery codes somewhere other than your phone. Each replaces a code once,
          and they are not shown again.
        </Alert>
      </div>
      <ul
        aria-label="Recovery codes"
        className="my-5 grid max-w-[28rem] gap-x-8 gap-y-1 font-mono text-sm sm:grid-cols-2"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap items-center gap-3">
        <Button onClick={onClose}>I have saved them</Button>
        <Button variant="quiet" onClick={async () => setIsCopied(await copyText(codes.join('\n')))}>
          Copy codes
        </Button>
        <span role="status" className="inline-flex items-center gap-1.5 text-sm text-success">
          {isCopied && (
            <>
              <Icon name="check" />
              <span>Copied</span>
            </>
          )}
        </span>
      </div>
    </>
  )
}
