'use client'

import { useSyncExternalStore } from 'react'
import { AppLink } from '@/components/ui/app-link'
import { onStoredProfileChange, readStoredProfile } from '@/lib/browser/stored-profile'
import { paths } from '@/lib/routes/paths'
import { SECURITY, UPDATE_PROFILE } from '@/lib/texts/constants'

const LINKS = [
  [paths.updateProfile, UPDATE_PROFILE],
  [paths.security, SECURITY],
] as const

/** Links to one's own profile form and sign-in, for users without admin tiles for them. */
export function OwnProfileLinks({ id }: { id: string }) {
  const reader = useSyncExternalStore(onStoredProfileChange, readStoredProfile, () => null)
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
