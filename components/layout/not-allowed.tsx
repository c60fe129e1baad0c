import { GoBack } from '@/components/layout/go-back'
import { MessagePage } from '@/components/layout/message-page'
import { SignInAndReturn } from '@/components/layout/sign-in-and-return'
import { Alert } from '@/components/ui/alert'
import { ButtonLink } from '@/components/ui/button'
import { paths } from '@/lib/paths'
import { NAV_HOME, NOT_ALLOWED } from '@/lib/settings/constants'

/** The screen for those who may not open the one they asked for, with the ways on. */
export function NotAllowed({ next }: { next?: string }) {
  return (
    <MessagePage
      actions={
        <>
          <SignInAndReturn next={next} />
          <ButtonLink href={paths.home}>{NAV_HOME}</ButtonLink>
          <GoBack href={paths.home} history className="ms-0!" />
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
