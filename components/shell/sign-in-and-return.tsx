'use client'

import { useEffect, useState } from 'react'
import { ButtonLink } from '@/components/ui/button'
import { readStoredProfile } from '@/lib/browser/stored-profile'
import { publicPaths } from '@/lib/routes/public-paths'
import { SIGN_IN } from '@/lib/texts/constants'

/**
 * A link to sign in and return to `next`, or to the current address. Shown when signed out, and to admins: what is
 * refused to them needs a new session.
 */
export function SignInAndReturn({ next }: { next?: string }) {
  const [here, setHere] = useState(next)
  const [isAdmin, setAdmin] = useState(false)
  useEffect(() => {
    setHere((known) => known ?? window.location.pathname + window.location.search)
    setAdmin(readStoredProfile()?.isAdmin === true)
  }, [])
  return (
    <span className={isAdmin ? undefined : 'only-signed-out'}>
      <ButtonLink href={publicPaths.signIn(here)} look="solid">
        {SIGN_IN}
      </ButtonLink>
    </span>
  )
}
