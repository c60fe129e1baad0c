'use client'

import { useEffect, useState } from 'react'
import { readStoredProfile } from '@/lib/browser/stored-profile'
import { callApi } from '@/lib/calls/client'
import { readEmailCall } from '@/lib/user/public-calls'

type ProfileEmailProps = { id: string; email: string; contactEmail: string }

/** The email, if public, or the address to write to. Whom it belongs to and admins fetch it with their session. */
export function ProfileEmail({ id, email, contactEmail }: ProfileEmailProps) {
  const [own, setOwn] = useState('')

  useEffect(() => {
    const reader = readStoredProfile()
    if (email !== '' || !reader || !(reader.isAdmin || reader.id === id)) return
    let left = false
    callApi(readEmailCall, { params: { id } }).then(
      ({ user }) => {
        if (!left) setOwn(user.email)
      },
      (error) => console.error('Failed to fetch user', error),
    )
    return () => {
      left = true
    }
  }, [id, email])

  const shown = email || own || contactEmail
  return shown ? (
    <a href={`mailto:${shown}`} className="link">
      {shown}
    </a>
  ) : (
    <span className="text-muted">Not shown</span>
  )
}
