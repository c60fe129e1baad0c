'use client'

import { useEffect, useEffectEvent, useRef } from 'react'
import { UploadState } from '@/components/content/upload-state'
import { useGallery } from '@/components/content/use-gallery'
import { Button } from '@/components/ui/button'
import { useFilesOnPage } from '@/components/ui/form/image-chooser'
import { LeaveGuard } from '@/components/ui/form/leave-guard'
import { notify } from '@/lib/browser/notification'
import { ACCEPTED_IMAGE_TYPES, IMAGE_HINT } from '@/lib/media/accepted-types'
import { countOf } from '@/lib/platform/format'

/** Stores several pictures at once, each with its progress or the reason why not; `onStored` is called after the last one. */
export function PictureUploads({ onStored }: { onStored: () => void }) {
  const uploads = useGallery([])
  const input = useRef<HTMLInputElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const isLeaving = useRef(false)
  const isOver = useFilesOnPage((files) => {
    // Files that are dropped on a dialog belong to that.
    if (!document.querySelector('dialog[open]')) uploads.add([...files])
  })
  const pending = uploads.rows.filter(({ picture }) => picture === null)
  const stored = uploads.rows.length - pending.length
  const isRunning = pending.some(({ problem }) => problem === '')

  const finish = useEffectEvent(() => {
    uploads.set([])
    notify(`${countOf(stored, 'picture')} uploaded.`)
    onStored()
  })
  useEffect(() => {
    if (!isRunning && stored > 0) finish()
  }, [isRunning, stored])

  return (
    <div
      className={`needs-script mb-6 rounded-plate border border-dashed p-3 ${isOver ? 'border-accent bg-accent/10' : 'border-muted/60'}`}
    >
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button ref={button} onClick={() => input.current?.click()}>
          Add pictures
        </Button>
        <p className="min-w-0 grow basis-60 text-sm text-muted">{`Several at once: ${IMAGE_HINT}`}</p>
        <input
          {...{ ref: input, type: 'file', multiple: true, accept: ACCEPTED_IMAGE_TYPES, hidden: true }}
          aria-label="Picture files"
          onChange={({ currentTarget }) => {
            const files = [...(currentTarget.files ?? [])]
            // So that the same files can be chosen again.
            currentTarget.value = ''
            uploads.add(files)
          }}
        />
      </div>
      <ul aria-label="Uploads" className="mt-4 space-y-4 empty:hidden">
        {pending.map((row) => (
          <li key={row.key} className="space-y-2">
            <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
              <span className="min-w-0 grow text-sm font-medium wrap-anywhere">{row.file?.name}</span>
              {row.problem && (
                <Button
                  variant="quiet"
                  aria-label={`Remove ${row.file?.name}`}
                  onClick={() => {
                    uploads.change(uploads.rows.filter(({ key }) => key !== row.key))
                    button.current?.focus()
                  }}
                >
                  Remove
                </Button>
              )}
            </div>
            <UploadState {...{ gallery: uploads, row }} />
          </li>
        ))}
      </ul>
      <LeaveGuard isAtRisk={isRunning} isSafe={() => !isRunning} isLeaving={isLeaving} isRouterStale={false} />
    </div>
  )
}
