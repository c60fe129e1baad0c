'use client'

import { GoBack } from '@/components/shell/go-back'
import { MessagePage } from '@/components/shell/message-page'
import { SignInAndReturn } from '@/components/shell/sign-in-and-return'
import { Alert } from '@/components/ui/alert'
import { ButtonLink } from '@/components/ui/button'
import { publicPaths } from '@/lib/routes/public-paths'
import { NAV_HOME, NOT_ALLOWED } from '@/lib/texts/frame-constants'

/** The screen for visitors without access, with links to continue. A client component as `PageNotFound` is. */
export function NotAllowed({ next }: { next?: string }) {
  return (
    <MessagePage
      actions={
        <>
          <SignInAndReturn next={next} />
          <ButtonLink href={publicPaths.home}>{NAV_HOME}</ButtonLink>
          <GoBack href={publicPaths.home} history className="ms-0!" />
        </>
      }
    >
      <h1 className="sr-only">Not allowed</h1>
      <Alert kind="error" className="font-sans">
        {NOT_ALLOWED}
      </Alert>
    </MessagePage>
  )
}
