'use client'

import { useRef } from 'react'
import { TableFailure } from '@/components/content/action-table'
import { useRowActions } from '@/components/content/use-row-actions'
import { Button } from '@/components/ui/button'
import { callApi } from '@/lib/calls/client'
import { userCalls } from '@/lib/user/calls'

/** Takes the text that came with the site from the About page, with Undo. */
export function StartEmpty({ ownerId }: { ownerId: string }) {
  const { busyIds, failure, retry, act } = useRowActions()
  const before = useRef('')
  const params = { id: ownerId }
  const write = (about: string) => callApi(userCalls.updateProfile, { params, body: { about } })

  async function empty() {
    before.current = (await callApi(userCalls.readProfile, { params })).user.about
    await write('')
    return { message: 'The About page has no text now.' }
  }

  async function restore() {
    await write(before.current)
    return { message: 'The About page has its text again.' }
  }

  return (
    <>
      {failure && <TableFailure failure={failure} onSignedIn={retry} />}
      <div className="mt-3">
        <Button
          busy={busyIds.length > 0}
          onClick={() => act([ownerId], empty, { undo: restore, undoes: 'emptying the About page' })}
        >
          Start empty
        </Button>
      </div>
    </>
  )
}
