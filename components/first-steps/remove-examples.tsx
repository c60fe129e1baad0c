'use client'

import { TableFailure } from '@/components/content/action-table'
import { useRowActions } from '@/components/content/use-row-actions'
import { Button } from '@/components/ui/button'
import { callApi } from '@/lib/calls/client'
import type { FirstSteps } from '@/lib/first-steps/steps'
import { noteCalls } from '@/lib/note/calls'
import { postCalls } from '@/lib/post/calls'
import type { TrashAction } from '@/lib/table/table-state'

/** Takes away what came with the site, as the tables do: into the trash, with Undo. */
export function RemoveExamples({ sample }: { sample: FirstSteps['sample'] }) {
  const { posts, notes } = sample
  const { busyIds, failure, retry, act } = useRowActions()
  const what = [counted(posts.length, 'project'), counted(notes.length, 'note')].filter(Boolean).join(' and ')
  if (what === '') return <p className="text-muted">There are no examples on the site.</p>

  async function move(action: TrashAction['action'], message: string) {
    if (posts.length > 0) await callApi(postCalls.trash, { body: { ids: posts, action } })
    if (notes.length > 0) await callApi(noteCalls.trash, { body: { ids: notes, action } })
    return { message }
  }

  function remove() {
    act([...posts, ...notes], () => move('trash', `${what} moved to the trash.`), {
      undo: () => move('restore', `${what} restored.`),
    })
  }

  return (
    <>
      {failure && <TableFailure failure={failure} onSignedIn={retry} />}
      <p className="mb-3 text-muted">
        {`${counted(posts.length, 'example project')}${posts.length > 0 && notes.length > 0 ? ' and ' : ''}${counted(notes.length, 'example note')}. Ones you have edited are kept.`}
      </p>
      <Button look="danger" busy={busyIds.length > 0} onClick={remove}>
        Remove the examples
      </Button>
    </>
  )
}

function counted(count: number, noun: string): string {
  return count === 0 ? '' : `${count} ${noun}${count === 1 ? '' : 's'}`
}
