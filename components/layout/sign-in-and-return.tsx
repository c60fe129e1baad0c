'use client'

import { useEffect, useState } from 'react'
import { ButtonLink } from '@/components/ui/button'
import { paths } from '@/lib/paths'
import { SIGN_IN } from '@/lib/settings/constants'

/** Sign in, then come back to the address the browser shows. Only for those who are signed out. */
export function SignInAndReturn() {
  const [here, setHere] = useState<string>()
  useEffect(() => setHere(window.location.pathname + window.location.search), [])
  return (
    <span className="only-signed-out">
      <ButtonLink href={paths.signIn(here)} look="solid">
        {SIGN_IN}
      </ButtonLink>
    </span>
  )
}
