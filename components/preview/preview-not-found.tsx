'use client'

import { MessagePage } from '@/components/shell/message-page'
import { WaysOn } from '@/components/shell/page-not-found'
import { PAGE_NOT_FOUND } from '@/lib/texts/frame-constants'

/** Where a preview link leads that has expired, was revoked or never existed. */
export function PreviewNotFound() {
  return (
    <MessagePage title={PAGE_NOT_FOUND} actions={<WaysOn />}>
      <p>This preview link has expired or was revoked. Ask its author for a new one.</p>
    </MessagePage>
  )
}
