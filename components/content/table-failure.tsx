'use client'

import { useState } from 'react'
import { SignInDialog } from '@/components/sign-in/sign-in-dialog'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import type { ApiError } from '@/lib/calls/client'
import { SIGN_IN } from '@/lib/texts/frame-constants'

type TableFailureProps = { failure: ApiError; onSignedIn: () => void }

/** The error of a table's action. When the session has ended, offers to sign in without leaving the table. */
export function TableFailure({ failure, onSignedIn }: TableFailureProps) {
  const [isSigningIn, setSigningIn] = useState(false)
  return (
    <Alert kind="error" className="mb-5">
      {failure.message}
      {failure.status === 401 && (
        <Button className="ms-4" onClick={() => setSigningIn(true)}>
          {SIGN_IN}
        </Button>
      )}
      {isSigningIn && (
        <SignInDialog
          reason="You have been signed out. Sign in to continue."
          onSignedIn={onSignedIn}
          onClose={() => setSigningIn(false)}
        />
      )}
    </Alert>
  )
}
