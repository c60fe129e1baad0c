'use client'

import { MessagePage } from '@/components/shell/message-page'
import { PAGE_NOT_FOUND } from '@/lib/texts/frame-constants'

/** Where a preview link leads that has expired, was revoked or never existed. */
export function PreviewNotFound() {
  return (
    <MessagePage title={PAGE_NOT_FOUND}>
      <p>This preview link has expired or was revoked. Ask its author for a new one.</p>
    </MessagePage>
  )
}
