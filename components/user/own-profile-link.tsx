'use client'

import { useSyncExternalStore } from 'react'
import { AppLink } from '@/components/ui/app-link'
import { onStoredProfileChange, readStoredProfile } from '@/lib/browser/stored-profile'
import { paths } from '@/lib/routes/paths'
import { UPDATE_PROFILE } from '@/lib/texts/constants'

/** A link to one's own profile form, for users without an admin tile for it. */
export function OwnProfileLink({ id }: { id: string }) {
  const reader = useSyncExternalStore(onStoredProfileChange, readStoredProfile, () => null)
  if (reader?.id !== id || reader.isAdmin) return null
  return (
    <AppLink href={paths.updateProfile} rel="nofollow" className="link inline-flex min-h-11 items-center">
      {UPDATE_PROFILE}
    </AppLink>
  )
}
