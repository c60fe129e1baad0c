'use client'

import { useEffect, useState } from 'react'
import { ButtonLink } from '@/components/ui/button'
import { publicPaths } from '@/lib/routes/public-paths'
import { SIGN_IN } from '@/lib/texts/frame-constants'

/** Signed out, and admins: what is refused to them needs a new session. The style sheet shows at most one. */
const SHOWN_TO = ['only-signed-out', 'only-admin']

/** A link to sign in and return to `next`, or to the current address. */
export function SignInAndReturn({ next }: { next?: string }) {
  const [here, setHere] = useState(next)
  useEffect(() => setHere((known) => known ?? window.location.pathname + window.location.search), [])
  return SHOWN_TO.map((who) => (
    <span key={who} className={who}>
      <ButtonLink href={publicPaths.signIn(here)} variant="solid">
        {SIGN_IN}
      </ButtonLink>
    </span>
  ))
}
