'use client'

import { useEffect, useSyncExternalStore } from 'react'
import { onStoredProfileChange, readStoredProfile } from '@/lib/browser/stored-profile'
import { SESSION_LINK_ID } from '@/lib/platform/page-scripts'
import { publicPaths } from '@/lib/routes/public-paths'

/** The user's name in the top bar. An inline script writes its first text; React updates it. */
export function SessionLink({ className }: { className?: string }) {
  const profile = useSyncExternalStore(onStoredProfileChange, readStoredProfile, () => null)

  useEffect(() => {
    const { dataset } = document.documentElement
    dataset.session = profile ? 'in' : 'out'
    dataset.admin = profile?.isAdmin ? 'yes' : 'no'
  }, [profile])

  return (
    <a
      id={SESSION_LINK_ID}
      href={profile ? publicPaths.profile(profile.id) : publicPaths.signIn()}
      className={className}
      suppressHydrationWarning
    >
      {profile?.name ?? ''}
    </a>
  )
}
