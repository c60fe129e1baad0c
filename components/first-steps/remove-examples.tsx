'use client'

import { TableFailure } from '@/components/content/action-table'
import { useRowActions } from '@/components/content/use-row-actions'
import { Button } from '@/components/ui/button'
import { callApi } from '@/lib/calls/client'
import { cvCalls } from '@/lib/cv/calls'
import type { FirstSteps } from '@/lib/first-steps/steps'
import { noteCalls } from '@/lib/note/calls'
import { postCalls } from '@/lib/post/calls'
import { settingsCalls } from '@/lib/site-settings/calls'
import type { TrashAction } from '@/lib/table/table-state'
import { userCalls } from '@/lib/user/calls'

type Side = 'from' | 'to'

/** Takes away what came with the site: into the trash as the tables do, and its names; with Undo. */
export function RemoveExamples({ sample, ownerId }: Pick<FirstSteps, 'sample' | 'ownerId'>) {
  const { posts, notes, cv, username, colophon } = sample
  const { busyIds, failure, retry, act } = useRowActions()
  const what = [counted(posts.length, 'project'), counted(notes.length, 'note')].filter(Boolean).join(' and ')
  if (what === '' && !username && !cv) return <p className="text-muted">There are no examples on the site.</p>

  async function move(action: TrashAction['action'], side: Side, message: string) {
    if (posts.length > 0) await callApi(postCalls.trash, { body: { ids: posts, action } })
    if (notes.length > 0) await callApi(noteCalls.trash, { body: { ids: notes, action } })
    if (username && ownerId) {
      await callApi(userCalls.updateProfile, { params: { id: ownerId }, body: { username: username[side] } })
    }
    if (cv) await callApi(cvCalls.update, { body: { document: side === 'from' ? cv : null } })
    if (colophon) await callApi(settingsCalls.update, { body: { colophon: colophon[side] } })
    return { message }
  }

  function remove() {
    const [done, undone] = what ? [`${what} moved to the trash.`, `${what} restored.`] : ['Removed.', 'Restored.']
    act([...posts, ...notes, ownerId ?? ''], () => move('trash', 'to', done), {
      undo: () => move('restore', 'from', undone),
      undoes: 'removing the examples',
    })
  }

  return (
    <>
      {failure && <TableFailure failure={failure} onSignedIn={retry} />}
      <p className="mb-3 text-muted">
        {what && <span>{`${what}, with their technologies. Ones you have edited are kept. `}</span>}
        {cv && <span>{'The CV, which is that of somebody who is invented. '}</span>}
        {username && <span>{`Your user name is still ${username.from}; it becomes ${username.to}.`}</span>}
      </p>
      <Button variant="danger" busy={busyIds.length > 0} onClick={remove}>
        Remove the examples
      </Button>
    </>
  )
}

function counted(count: number, noun: string): string {
  return count === 0 ? '' : `${count} example ${noun}${count === 1 ? '' : 's'}`
}
