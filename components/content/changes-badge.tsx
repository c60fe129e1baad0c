'use client'

import { useEffect, useState } from 'react'
import { Chip } from '@/components/ui/chip'
import { readStoredProfile } from '@/lib/browser/stored-profile'

/** On a public page, for admins: whether something is written beside it. Visitors load nothing of it. */
export function ChangesBadge({ id }: { id: string }) {
  const [hasChanges, setHasChanges] = useState(false)

  useEffect(() => {
    let isGone = false
    setHasChanges(false)
    if (!readStoredProfile()?.isAdmin) return
    import('@/components/content/find-changes')
      .then(({ findChanges }) => findChanges(id))
      .then((found) => !isGone && setHasChanges(found))
      // A session that has ended, or a page that was loaded long ago: the pencil leads on.
      .catch(() => {})
    return () => {
      isGone = true
    }
  }, [id])

  return hasChanges && <Chip className="me-3">Unpublished changes</Chip>
}
