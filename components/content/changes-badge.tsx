'use client'

import { type ReactNode, useEffect, useState } from 'react'
import { readStoredProfile } from '@/lib/browser/stored-profile'

/** On a public page, for admins: whether something is written beside it. Visitors load nothing of it. */
export function ChangesBadge({ id }: { id: string }) {
  const [badge, setBadge] = useState<ReactNode>()
  useEffect(() => {
    if (!readStoredProfile()?.isAdmin) return
    // A session that has ended, or a page that was loaded long ago: the pencil leads on.
    import('@/components/content/find-changes').then(({ findChanges }) => findChanges(id)).then(setBadge, () => {})
  }, [id])
  return badge
}
