'use client'

import { useEffect, useState } from 'react'
import { ButtonLink } from '@/components/ui/button'
import { publicPaths } from '@/lib/routes/public-paths'
import { SIGN_IN } from '@/lib/texts/constants'

/** A link to sign in and return to `next`, or to the current address. Shown only when signed out. */
export function SignInAndReturn({ next }: { next?: string }) {
  const [here, setHere] = useState(next)
  useEffect(() => setHere((known) => known ?? window.location.pathname + window.location.search), [])
  return (
    <span className="only-signed-out">
      <ButtonLink href={publicPaths.signIn(here)} look="solid">
        {SIGN_IN}
      </ButtonLink>
    </span>
  )
}
