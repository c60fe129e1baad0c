'use client'

import { useEffect, useSyncExternalStore } from 'react'
import { AppLink } from '@/components/ui/app-link'
import { onStoredProfileChange, readStoredProfile, storeProfile } from '@/lib/browser/stored-profile'
import { paths } from '@/lib/routes/paths'
import { SECURITY, UPDATE_PROFILE } from '@/lib/texts/constants'

const LINKS = [
  [paths.updateProfile, UPDATE_PROFILE],
  [paths.security, SECURITY],
] as const

/**
 * Links to one's own profile form and sign-in, for users without admin tiles for them. What the browser remembers of the
 * role is brought up to date here: it may have changed since the sign-in.
 */
export function OwnProfileLinks({ id, isAdmin }: { id: string; isAdmin: boolean }) {
  const reader = useSyncExternalStore(onStoredProfileChange, readStoredProfile, () => null)
  useEffect(() => {
    if (reader?.id === id && reader.isAdmin !== isAdmin) storeProfile({ ...reader, isAdmin })
  }, [reader, id, isAdmin])
  if (reader?.id !== id || reader.isAdmin) return null
  return (
    <p className="flex flex-wrap gap-x-6">
      {LINKS.map(([href, label]) => (
        <AppLink key={href} href={href} rel="nofollow" className="link inline-flex min-h-11 items-center">
          {label}
        </AppLink>
      ))}
    </p>
  )
}
