'use client'

import { useEffect, useState } from 'react'
import { ButtonLink } from '@/components/ui/button'
import { paths } from '@/lib/routes/paths'
import { SIGN_IN } from '@/lib/texts/constants'

/** Sign in, then come back: to `next`, or to the address the browser shows. Only for those who are signed out. */
export function SignInAndReturn({ next }: { next?: string }) {
  const [here, setHere] = useState(next)
  useEffect(() => setHere((known) => known ?? window.location.pathname + window.location.search), [])
  return (
    <span className="only-signed-out">
      <ButtonLink href={paths.signIn(here)} look="solid">
        {SIGN_IN}
      </ButtonLink>
    </span>
  )
}
