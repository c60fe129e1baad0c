'use client'

import { useEffect } from 'react'
import { GoBack } from '@/components/shell/go-back'
import { MessagePage } from '@/components/shell/message-page'
import { SignInAndReturn } from '@/components/shell/sign-in-and-return'
import { Alert } from '@/components/ui/alert'
import { ButtonLink } from '@/components/ui/button'
import { readStoredProfile } from '@/lib/browser/stored-profile'
import { publicPaths } from '@/lib/routes/public-paths'
import { NAV_HOME, NOT_ALLOWED } from '@/lib/texts/frame-constants'

/**
 * The screen for people without access, with links to continue. A client component as `PageNotFound` is. It asks the
 * server who is signed in if the browser remembers somebody; visitors cause no call.
 */
export function NotAllowed({ next }: { next?: string }) {
  useEffect(() => {
    if (!readStoredProfile()) return
    let isShown = true
    // Every public page loads this file; what only the refused need is apart from it.
    import('./check-session').then(
      ({ checkSession }) => (isShown ? checkSession(() => isShown) : undefined),
      () => {},
    )
    return () => {
      isShown = false
    }
  }, [])
  return (
    <MessagePage
      title="Not allowed"
      actions={
        <>
          <SignInAndReturn next={next} />
          <ButtonLink href={publicPaths.home}>{NAV_HOME}</ButtonLink>
          <GoBack href={publicPaths.home} history isInline />
        </>
      }
    >
      <Alert kind="error" className="font-sans">
        {NOT_ALLOWED}
      </Alert>
    </MessagePage>
  )
}
