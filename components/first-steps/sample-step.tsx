'use client'

import { useEffect, useRef, useState } from 'react'
import { TableFailure } from '@/components/content/table-failure'
import { useRowActions } from '@/components/content/use-row-actions'
import { SkipLink } from '@/components/first-steps/step-frame'
import { Button } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { callApi } from '@/lib/calls/client'
import type { FirstSteps } from '@/lib/first-steps/steps'
import { noteCalls } from '@/lib/note/calls'
import { postCalls } from '@/lib/post/calls'
import { TRASH_DAYS, type TrashAction } from '@/lib/table/table-state'

type SampleStepProps = { sample: FirstSteps['sample']; next: string }

/** Takes away what came with the site, as the tables do: into the trash. */
export function SampleStep({ sample, next }: SampleStepProps) {
  const { posts, notes } = sample
  const { busyIds, failure, retry, act } = useRowActions()
  const [isAsking, setAsking] = useState(false)
  const isGone = posts.length + notes.length === 0
  const actions = useRef<HTMLDivElement>(null)
  const hasRemoved = useRef(false)
  const what = [counted(posts.length, 'project'), counted(notes.length, 'note')].filter(Boolean).join(' and ')

  useEffect(() => {
    // The pressed button went with the examples.
    if (!isGone || !hasRemoved.current || document.activeElement !== document.body) return
    hasRemoved.current = false
    actions.current?.querySelector('a')?.focus()
  }, [isGone])

  function remove() {
    setAsking(false)
    hasRemoved.current = true
    act([...posts, ...notes], () => move(sample, 'trash', `${what} moved to the trash.`), {
      undo: () => move(sample, 'restore', `${what} restored.`),
    })
  }

  return (
    <>
      {failure && <TableFailure failure={failure} onSignedIn={retry} />}
      <p className="text-muted">
        {isGone
          ? 'There are no examples on the site.'
          : `The site came with examples: ${what} are public and as they came. What you have changed is yours, and not among them.`}
      </p>
      <div ref={actions} className="mt-6 flex flex-wrap items-center gap-3">
        {!isGone && (
          <Button look="danger" busy={busyIds.length > 0} onClick={() => setAsking(true)}>
            Remove the examples
          </Button>
        )}
        <SkipLink href={next} isDone={isGone} isAlone={isGone} />
      </div>
      {isAsking && (
        <ConfirmDialog
          title="Remove the examples?"
          confirm="Move to the trash"
          onConfirm={remove}
          onClose={() => setAsking(false)}
        >
          <p>
            {what} will disappear from the site. They can be restored from the trash for {TRASH_DAYS} days.
          </p>
        </ConfirmDialog>
      )}
    </>
  )
}

function counted(count: number, noun: string): string {
  return count === 0 ? '' : `${count} ${noun}${count === 1 ? '' : 's'}`
}

async function move({ posts, notes }: FirstSteps['sample'], action: TrashAction['action'], message: string) {
  if (posts.length > 0) await callApi(postCalls.trash, { body: { ids: posts, action } })
  if (notes.length > 0) await callApi(noteCalls.trash, { body: { ids: notes, action } })
  return { message }
}
