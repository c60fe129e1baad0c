'use client'

import { useEffect, useSyncExternalStore } from 'react'
import { AppLink } from '@/components/ui/app-link'
import {
  onStoredProfileChange,
  readStoredProfile,
  type StoredProfile,
  storeProfile,
} from '@/lib/browser/stored-profile'
import { paths } from '@/lib/routes/paths'
import { SECURITY, UPDATE_PROFILE } from '@/lib/texts/constants'

const LINKS = [
  [paths.updateProfile, UPDATE_PROFILE],
  [paths.security, SECURITY],
] as const

/**
 * Links to one's own profile form and sign-in, for users without admin tiles for them. What the browser remembers of
 * name and role is brought up to date here: they may have changed since the sign-in.
 */
export function OwnProfileLinks({ id, name, isAdmin }: StoredProfile) {
  const reader = useSyncExternalStore(onStoredProfileChange, readStoredProfile, () => null)
  // Not whenever the browser remembers something else: this page may be older than that, in another tab.
  useEffect(() => {
    const stored = readStoredProfile()
    if (stored?.id === id && (stored.name !== name || stored.isAdmin !== isAdmin)) storeProfile({ id, name, isAdmin })
  }, [id, name, isAdmin])
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
