'use client'

import { MessagePage } from '@/components/shell/message-page'
import { WaysOn } from '@/components/shell/page-not-found'

/** Where a preview link leads that has expired, was revoked or never existed. */
export function PreviewNotFound() {
  return (
    <MessagePage title="No preview here" actions={<WaysOn />}>
      <p>This preview link has expired or was revoked. Ask its author for a new one.</p>
    </MessagePage>
  )
}
