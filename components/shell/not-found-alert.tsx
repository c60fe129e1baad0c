'use client'

import { GoBack } from '@/components/shell/go-back'
import { MessagePage } from '@/components/shell/message-page'
import { FindBelow } from '@/components/shell/page-not-found'
import { Alert } from '@/components/ui/alert'
import { ButtonLink } from '@/components/ui/button'

type NotFoundAlertProps = {
  text: string
  /** The list it would be in, and its name. */
  list: { href: string; name: string }
}

/**
 * The alert for a missing project, note or profile, with the way to where the others are. A client component as
 * `PageNotFound` is.
 */
export function NotFoundAlert({ text, list }: NotFoundAlertProps) {
  return (
    <MessagePage
      title="Nothing here"
      actions={
        <>
          <GoBack href={list.href} />
          <ButtonLink href={list.href}>{list.name}</ButtonLink>
        </>
      }
      below={<FindBelow />}
    >
      <Alert kind="error" className="font-sans">
        {text}
      </Alert>
    </MessagePage>
  )
}
