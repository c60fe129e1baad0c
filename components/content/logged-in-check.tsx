'use client'

import { type ReactNode, useEffect, useState } from 'react'
import { GoBack } from '@/components/shell/go-back'
import { SignInDialog } from '@/components/sign-in/sign-in-dialog'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { authCalls } from '@/lib/auth/calls'
import { callApi } from '@/lib/calls/client'
import { paths } from '@/lib/routes/paths'
import { NOT_ALLOWED, SIGN_IN } from '@/lib/texts/frame-constants'

/**
 * Calls /api/user/loggedIn on mount. When that fails, shows the specified text instead of its children (sections 2 and
 * 8), which stay mounted but hidden: after signing in again nothing typed is lost.
 */
export function LoggedInCheck({ children }: { children: ReactNode }) {
  const [refused, setRefused] = useState(false)
  const [signingIn, setSigningIn] = useState(false)

  // An answer that comes after the screen was left sets the state of nothing.
  const check = (onFailure: () => void) =>
    callApi(authCalls.loggedIn, {}).then(({ userProfile }) => setRefused(!userProfile.isAdmin), onFailure)

  // biome-ignore lint/correctness/useExhaustiveDependencies: when the screen is opened
  useEffect(() => void check(() => setRefused(true)), [])

  return (
    <>
      <div hidden={refused}>{children}</div>
      {refused && (
        <div className="py-section">
          <h1 className="mb-5 text-h1">Not allowed</h1>
          <Alert kind="error">{NOT_ALLOWED}</Alert>
          <div className="mt-8 flex flex-wrap items-center gap-3">
            <Button variant="solid" onClick={() => setSigningIn(true)}>
              {SIGN_IN}
            </Button>
            <GoBack href={paths.home} history isInline />
          </div>
        </div>
      )}
      {signingIn && (
        <SignInDialog
          reason="Sign in as an admin to continue."
          onSignedIn={() => {
            setSigningIn(false)
            void check(() => {})
          }}
          onClose={() => setSigningIn(false)}
        />
      )}
    </>
  )
}
