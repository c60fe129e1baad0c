'use client'

import { useEffect } from 'react'
import { MessagePage } from '@/components/shell/message-page'
import { Button, ButtonLink } from '@/components/ui/button'
import { publicPaths } from '@/lib/routes/public-paths'
import { NAV_HOME } from '@/lib/texts/frame-constants'

/** What Next hands to an error boundary. */
export type ErrorScreenProps = { error: Error & { digest?: string }; reset: () => void }

/** The screen for unexpected errors. The number is the error's digest in the server's log. */
export function ErrorScreen({ error, reset }: ErrorScreenProps) {
  useEffect(() => console.error(error), [error])
  return (
    <MessagePage
      title="Something went wrong"
      actions={
        <>
          <Button variant="solid" onClick={reset}>
            Try again
          </Button>
          <ButtonLink href={publicPaths.home}>{NAV_HOME}</ButtonLink>
        </>
      }
    >
      <p>This page could not be shown. It is not your fault.</p>
      {error.digest && <p className="mt-4 font-sans text-sm">Error number: {error.digest}</p>}
    </MessagePage>
  )
}
