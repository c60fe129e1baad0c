import type { Account } from '@/components/sign-in/account'
import { CodeField } from '@/components/sign-in/code-field'
import type { SignIn } from '@/components/sign-in/use-sign-in'
import { Field } from '@/components/ui/form/field'
import { EMAIL, PASSWORD } from '@/lib/texts/form-constants'

type SignInFieldsProps = {
  idPrefix?: string
  signIn: SignIn
  /** Who signs in again; anybody without it. */
  account?: Account | null
}

/** Email, password and, once the server asks for it, the code. */
export function SignInFields({
  idPrefix = '',
  account = null,
  signIn: { asksCode, message, refused, email, password, code },
}: SignInFieldsProps) {
  const fault = (name: 'email' | 'password' | 'code') => ({
    'aria-invalid': name in refused || undefined,
    // The message is below the form, and said of the field it is about.
    ...(refused[name] === message
      ? { 'aria-describedby': name in refused ? `${idPrefix}message` : undefined }
      : { error: refused[name] }),
  })
  return (
    <>
      {account ? (
        <p className="wrap-anywhere">
          <bdi className="font-medium">{account.name}</bdi> <bdi className="text-muted">{account.email}</bdi>
          {/* For password managers. */}
          <input type="hidden" name="email" autoComplete="username" value={account.email} />
        </p>
      ) : (
        // The specification gives this field up to 4 rows; password managers fill one-line fields only.
        <Field
          id={`${idPrefix}email`}
          name="email"
          type="email"
          label={EMAIL}
          autoComplete="username"
          ref={email}
          {...fault('email')}
          spellCheck={false}
          dir="ltr"
        />
      )}
      <Field
        id={`${idPrefix}password`}
        name="password"
        type="password"
        label={PASSWORD}
        autoComplete="current-password"
        ref={password}
        {...fault('password')}
        dir="ltr"
      />
      {asksCode && <CodeField id={`${idPrefix}code`} ref={code} />}
    </>
  )
}
