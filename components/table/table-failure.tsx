'use client'

import { usePathname, useSearchParams } from 'next/navigation'
import { Alert } from '@/components/ui/alert'
import type { ApiError } from '@/lib/http/api-client'
import { paths } from '@/lib/paths'
import { SIGN_IN } from '@/lib/settings/constants'

/** Why a call that a table made was refused; where the session has ended, the way to sign in and back here. */
export function TableFailure({ failure }: { failure: ApiError }) {
  const here = `${usePathname()}?${useSearchParams()}`
  return (
    <Alert kind="error" className="mb-5">
      {failure.message}
      {failure.status === 401 && (
        <a href={paths.signIn(here)} className="link ms-3">
          {SIGN_IN}
        </a>
      )}
    </Alert>
  )
}
