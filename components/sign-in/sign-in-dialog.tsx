'use client'

import { useAccount } from '@/components/sign-in/account'
import { SignInFields } from '@/components/sign-in/sign-in-fields'
import { useSignIn } from '@/components/sign-in/use-sign-in'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { SIGN_IN } from '@/lib/texts/frame-constants'

type SignInDialogProps = {
  /** Why signing in is needed, in a sentence. */
  reason: string
  onSignedIn: () => void
  onClose: () => void
}

/** Renews a session that has ended, without leaving the form or table it is shown over. */
export function SignInDialog({ reason, onSignedIn, onClose }: SignInDialogProps) {
  const signIn = useSignIn(onSignedIn)
  const account = useAccount()
  return (
    <Dialog title={SIGN_IN} onClose={onClose}>
      <p className="mb-5 text-muted">{reason}</p>
      <form method="post" noValidate onSubmit={signIn.onSubmit} className="space-y-5">
        <SignInFields idPrefix="sign-in-" signIn={signIn} account={account} />
        <p
          id="sign-in-message"
          role="alert"
          className={`text-sm empty:hidden ${signIn.isRefusal ? 'text-danger' : ''}`}
        >
          {signIn.message}
        </p>
        <div className="flex flex-wrap gap-3">
          <Button type="submit" variant="solid" busy={signIn.busy}>
            {SIGN_IN}
          </Button>
          <Button onClick={onClose}>Not now</Button>
        </div>
      </form>
    </Dialog>
  )
}
