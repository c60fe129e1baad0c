'use client'

import { useRouter } from 'next/navigation'
import { type FormEvent, useState } from 'react'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { ReadyFieldset } from '@/components/ui/ready-fieldset'
import { CodeField } from '@/components/user/code-field'
import { ApiError } from '@/lib/http/api-client'
import { notify } from '@/lib/notification'
import { PASSWORD } from '@/lib/settings/constants'
import { changeSecondFactor } from '@/lib/user/api-client'

type Stage =
  | { name: 'resting' }
  | { name: 'begun'; qr: string; key: string }
  | { name: 'confirmed'; recoveryCodes: string[] }

/** Switches an admin's second factor on in two steps, and off again. */
export function SecondFactor({ isOn }: { isOn: boolean }) {
  const router = useRouter()
  const [stage, setStage] = useState<Stage>({ name: 'resting' })
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<ApiError | null>(null)

  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (busy) return
    const fields = new FormData(event.currentTarget)
    const text = (name: string) => String(fields.get(name) ?? '')
    setBusy(true)
    setFailure(null)
    try {
      if (stage.name === 'begun') {
        const { message, recoveryCodes } = await changeSecondFactor<'confirm'>({
          action: 'confirm',
          code: text('code'),
        })
        notify(message)
        setStage({ name: 'confirmed', recoveryCodes })
      } else if (isOn) {
        const { message } = await changeSecondFactor<'disable'>({
          action: 'disable',
          password: text('password'),
          code: text('code'),
        })
        notify(message)
        router.refresh()
      } else {
        const { qr, key } = await changeSecondFactor<'begin'>({ action: 'begin', password: text('password') })
        setStage({ name: 'begun', qr, key })
      }
    } catch (error) {
      setFailure(error instanceof ApiError ? error : new ApiError(0, String(error), null))
    }
    setBusy(false)
  }

  const error = (path: string) => failure?.issueOf(path)
  const isAtField = failure?.issues.some(({ path }) => path === 'password' || path === 'code')

  return (
    <section aria-labelledby="second-factor" className="mt-section">
      <h2 id="second-factor" className="mb-4 border-t border-fg pt-3 text-h3">
        Second factor
      </h2>
      {stage.name === 'confirmed' ? (
        <RecoveryCodes
          codes={stage.recoveryCodes}
          onClose={() => {
            setStage({ name: 'resting' })
            router.refresh()
          }}
        />
      ) : (
        <form method="post" noValidate onSubmit={onSubmit}>
          <ReadyFieldset className="max-w-[25rem] space-y-5">
            {stage.name === 'begun' && <NewKey qr={stage.qr} keyText={stage.key} />}
            {stage.name === 'resting' && (
              <>
                <p className="text-muted">
                  {isOn
                    ? 'On: your sign-in asks for a code of your authenticator app.'
                    : 'Off: your password alone signs you in. With it on, a code of an authenticator app is asked for too.'}
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
            {(stage.name === 'begun' || isOn) && <CodeField id="second-factor-code" error={error('code')} />}
            {failure && !isAtField && <Alert kind="error">{failure.message}</Alert>}
            <Button type="submit" look={isOn ? 'danger' : 'outline'} busy={busy}>
              {stage.name === 'begun' ? 'Confirm' : isOn ? 'Turn off' : 'Turn on'}
            </Button>
          </ReadyFieldset>
        </form>
      )}
    </section>
  )
}

function NewKey({ qr, keyText }: { qr: string; keyText: string }) {
  return (
    <>
      <p>Scan this with your authenticator app, then type the code it shows.</p>
      {/* biome-ignore lint/performance/noImgElement: a data URL of this one answer */}
      <img src={qr} alt="QR code of the key below" width={240} height={240} className="bg-white" />
      <p className="text-sm text-muted">
        Without a camera, type this key: <code className="text-fg wrap-anywhere">{keyText}</code>
      </p>
    </>
  )
}

function RecoveryCodes({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  return (
    <>
      <Alert kind="success">
        The second factor is on. Keep these recovery codes where your phone is not: each signs you in once in place of a
        code, and they are shown this once only.
      </Alert>
      <ul
        aria-label="Recovery codes"
        className="my-5 grid max-w-[28rem] gap-x-8 gap-y-1 font-mono text-sm sm:grid-cols-2"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Button onClick={onClose}>I have kept them</Button>
    </>
  )
}
