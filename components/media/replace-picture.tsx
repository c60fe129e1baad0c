import { useEffect, useRef, useState } from 'react'
import { preparedPicture } from '@/components/content/use-picture'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { FILE_CLASS } from '@/components/ui/form/control-class'
import { describedBy, FieldFrame } from '@/components/ui/form/field'
import { notify } from '@/lib/browser/notification'
import { toApiError } from '@/lib/calls/client'
import { ACCEPTED_IMAGE_NAMES, ACCEPTED_IMAGE_TYPES, imageTypeProblem } from '@/lib/media/accepted-types'
import type { PictureRow } from '@/lib/media/schema'
import { replaceImage } from '@/lib/media/upload-image'
import { countOf } from '@/lib/platform/format'
import { REPLACE_PICTURE } from '@/lib/texts/form-constants'

const HINT = `${ACCEPTED_IMAGE_NAMES}.`

type ReplacePictureProps = { picture: PictureRow; name: string; onReplaced: () => void; onClose: () => void }

/** Shows where a picture is used, then replaces it. */
export function ReplacePicture({ picture, name, onReplaced, onClose }: ReplacePictureProps) {
  const input = useRef<HTMLInputElement>(null)
  const upload = useRef<AbortController>(null)
  const [part, setPart] = useState<number | null>(null)
  const [problem, setProblem] = useState<string | undefined>()
  // Elsewhere no address can lead to another one.
  const isOnDisk = picture.url.startsWith('/')
  const shown = picture.uses.filter(({ via }) => via !== 'revision').length

  useEffect(() => () => upload.current?.abort(), [])

  async function send() {
    const file = input.current?.files?.[0]
    const unsuitable = file ? imageTypeProblem(file) : 'Choose a picture.'
    if (!file || unsuitable !== null) return setProblem(unsuitable ?? undefined)
    setProblem(undefined)
    setPart(0)
    const sending = new AbortController()
    upload.current = sending
    const { signal } = sending
    try {
      const prepared = await preparedPicture(file)
      signal.throwIfAborted()
      const { message } = await replaceImage(picture._id, prepared, { signal, onProgress: setPart })
      onClose()
      notify(message)
      onReplaced()
    } catch (error) {
      if (signal.aborted) return
      setPart(null)
      setProblem(toApiError(error).message)
    }
  }

  return (
    <Dialog title={`Replace ${name}`} onClose={onClose}>
      <div className="space-y-4">
        {/* biome-ignore lint/performance/noImgElement: a stored picture, small */}
        <img
          src={picture.preview}
          alt=""
          className="max-h-40 max-w-full rounded-plate border border-line bg-surface object-contain"
        />
        <p className="text-muted">
          {shown === 0
            ? 'Only earlier revisions show it, or nothing.'
            : `It is shown in ${countOf(shown, 'place')}, and the new picture replaces it there at once, in drafts too. Forms that are open elsewhere merge the change when they are saved.`}
        </p>
        <p className="text-muted">
          {isOnDisk
            ? 'Its description stays, and its old address leads to the new picture. The old file is deleted: this cannot be undone.'
            : 'Its description stays. Its old address still shows the old picture, also where settings name it. This cannot be undone.'}
        </p>
        <FieldFrame id="picture-new" label="New picture" hint={HINT} error={problem}>
          <input
            ref={input}
            id="picture-new"
            type="file"
            accept={ACCEPTED_IMAGE_TYPES}
            onChange={() => setProblem(undefined)}
            aria-invalid={problem ? true : undefined}
            aria-describedby={describedBy('picture-new', HINT, problem)}
            className={FILE_CLASS}
          />
        </FieldFrame>
        {part !== null && <progress value={part} aria-label="Uploading the picture" className="h-2 w-full" />}
        <div className="flex flex-wrap gap-3">
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="danger" busy={part !== null} onClick={() => void send()}>
            {REPLACE_PICTURE}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
