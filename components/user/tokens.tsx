'use client'

import { useRouter } from 'next/navigation'
import { type FormEvent, useRef, useState } from 'react'
import { ShortDate } from '@/components/shell/time-zone'
import { CodeField } from '@/components/sign-in/code-field'
import { SignInDialog } from '@/components/sign-in/sign-in-dialog'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { Chip } from '@/components/ui/chip'
import { copyText } from '@/components/ui/copy-text'
import { Checkbox } from '@/components/ui/form/checkbox'
import { Field } from '@/components/ui/form/field'
import { HydrationFieldset } from '@/components/ui/form/hydration-fieldset'
import { SelectField } from '@/components/ui/form/select-field'
import { useSubmit } from '@/components/ui/form/use-submit'
import { tokenCalls } from '@/lib/auth/token-calls'
import { SIGN_IN_AGAIN, TOKEN_DAYS, TOKENS_NEED_HTTPS, type Token } from '@/lib/auth/token-schema'
import { notify } from '@/lib/browser/notification'
import { SCOPES, type Scope } from '@/lib/calls/call'
import { callApi } from '@/lib/calls/client'
import { NAME } from '@/lib/texts/form-constants'

const SCOPE_WORDS: Record<Scope, string> = {
  read: 'Read, drafts too',
  write: 'Write drafts and upload pictures',
  publish: 'Publish, and change what is public',
  trash: 'Move to the trash and back',
}

type TokensProps = {
  tokens: Array<Token & { isEnding: boolean }>
  /** Whether the site has https, or is on this machine alone. */
  mayMake: boolean
  needsCode: boolean
}

/** An admin's tokens for programs: makes one, which is shown once, and revokes them. */
export function Tokens({ tokens, mayMake, needsCode }: TokensProps) {
  const router = useRouter()
  const heading = useRef<HTMLHeadingElement>(null)
  const [made, setMade] = useState('')
  const { form, busy, failure, submit, clearFailure } = useSubmit()
  const error = (path: string) => failure?.issueOf(path)

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const fields = new FormData(event.currentTarget)
    const text = (name: string) => String(fields.get(name) ?? '')
    const scopes = SCOPES.filter((scope) => fields.has(scope))
    const days = TOKEN_DAYS.find((count) => String(count) === text('days'))
    void submit(async () => {
      const body = { name: text('name'), scopes, days, ...(needsCode && { code: text('code') }) }
      setMade((await callApi(tokenCalls.create, { body })).token)
      form.current?.reset()
      router.refresh()
    })
  }

  const revoke = (id: string) =>
    submit(async () => {
      notify((await callApi(tokenCalls.revoke, { params: { id } })).message)
      heading.current?.focus()
      router.refresh()
    }, id)

  const isAtField = ['name', 'scopes', 'days', 'code'].some((path) => error(path))
  return (
    <section aria-labelledby="tokens" className="mt-section">
      <h2 ref={heading} id="tokens" tabIndex={-1} className="mb-2 border-t border-fg pt-3 text-h3">
        Tokens for programs
      </h2>
      <p className="mb-4 max-w-prose text-muted">
        A token lets a script or an assistant use the API for you. No token reaches members, settings or your account.
      </p>
      {error('session') && (
        <SignInDialog reason={SIGN_IN_AGAIN} onClose={clearFailure} onSignedIn={() => form.current?.requestSubmit()} />
      )}
      {made !== '' && <NewToken token={made} onClose={() => setMade('')} />}
      {failure && !isAtField && <Alert kind="error">{failure.message}</Alert>}
      <HydrationFieldset>
        <ul aria-label="Tokens">
          {tokens.map(({ _id, name, scopes, lastFour, createdAt, expiresAt, lastUsedAt, isEnding }) => (
            <li
              key={_id}
              className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-b border-line py-3"
            >
              <div className="min-w-0">
                <p className="flex flex-wrap items-center gap-x-2 wrap-anywhere">
                  <bdi>{name}</bdi>
                  <code className="text-sm text-muted">…{lastFour}</code>
                  {isEnding && <Chip>Expires soon</Chip>}
                </p>
                <p className="text-sm text-muted tabular-nums">
                  <span>{scopes.join(', ')}</span>
                  <Dated words="made" at={createdAt} />
                  {lastUsedAt ? <Dated words="last used" at={lastUsedAt} /> : <span>, never used</span>}
                  <Dated words="expires" at={expiresAt} />
                </p>
              </div>
              <Button busy={busy === _id} aria-label={`Revoke: ${name}`} onClick={() => revoke(_id)}>
                Revoke
              </Button>
            </li>
          ))}
        </ul>
      </HydrationFieldset>
      {mayMake ? (
        <form ref={form} method="post" noValidate onSubmit={onSubmit} className="mt-5">
          <HydrationFieldset className="max-w-[25rem] space-y-5">
            <Field id="token-name" name="name" label={NAME} error={error('name')} autoComplete="off" dir="auto" />
            <fieldset aria-describedby={error('scopes') && 'token-scopes-error'}>
              <legend className="text-sm font-medium">It may</legend>
              {SCOPES.map((scope) => (
                <Checkbox key={scope} name={scope} defaultChecked={scope === 'read'}>
                  {SCOPE_WORDS[scope]}
                </Checkbox>
              ))}
              {error('scopes') && (
                <p id="token-scopes-error" className="text-sm text-danger">
                  {error('scopes')}
                </p>
              )}
            </fieldset>
            <SelectField id="token-days" name="days" label="Expires in" defaultValue="90" error={error('days')}>
              {TOKEN_DAYS.map((days) => (
                <option key={days} value={days}>
                  {days} days
                </option>
              ))}
            </SelectField>
            {needsCode && <CodeField id="token-code" error={error('code')} />}
            <Button type="submit" busy={busy === 'submit'}>
              Make token
            </Button>
          </HydrationFieldset>
        </form>
      ) : (
        <p className="mt-5 text-muted">{TOKENS_NEED_HTTPS}</p>
      )}
    </section>
  )
}

const Dated = ({ words, at }: { words: string; at: string }) => (
  <span>
    , {words} <ShortDate at={at} />
  </span>
)

function NewToken({ token, onClose }: { token: string; onClose: () => void }) {
  const [isCopied, setIsCopied] = useState(false)
  return (
    <div ref={(element) => element?.focus()} tabIndex={-1} className="mb-5">
      <Alert kind="success">Copy this token now: it is not shown again.</Alert>
      <p className="my-3 wrap-anywhere">
        <code>{token}</code>
      </p>
      <div className="flex flex-wrap items-center gap-3">
        <Button onClick={async () => setIsCopied(await copyText(token))}>Copy</Button>
        <Button variant="quiet" onClick={onClose}>
          Done
        </Button>
        <span role="status" className="text-sm text-success">
          {isCopied && 'Copied'}
        </span>
      </div>
    </div>
  )
}
