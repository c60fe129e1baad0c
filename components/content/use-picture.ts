'use client'

import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { FormJournal } from '@/components/content/use-journal'
import { IMAGE_REMOVED, IMAGE_UNCHANGED, type ImageChange } from '@/components/ui/form/image-chooser'
import { prepareImage } from '@/lib/browser/prepare-image'
import { ApiError } from '@/lib/calls/client'
import { IMAGE_MAX_BYTES } from '@/lib/content/contract-limits'
import { imageTypeProblem } from '@/lib/media/accepted-types'
import { uploadImage } from '@/lib/media/upload-image'
import { PICTURE_REMOVED, pictureField, storedPicture } from '@/lib/working-copy/schema'

export type FormPicture = {
  change: ImageChange
  /** As `change`, up to the last change. */
  now: () => ImageChange
  choose: (change: ImageChange) => void
  /** As a field of the form's journal: "" for the picture there is. */
  text: () => string
  /** The id of the picture that was chosen, which is stored where it is not yet. @throws ApiError as `storePicture` */
  id: (onProgress: (part: number) => void) => Promise<string>
  /** The fields of a form that sends it: the file itself where this page has it. @throws ApiError as `storePicture` */
  sent: () => Promise<Array<['image', File | Blob] | ['imageIds', string]>>
  /** Shows what a field of the journal holds. */
  take: (text: string) => void
}

/** The picture of a form, as it is to become; `onChange` is called when another one is chosen. */
export function useFormPicture(files?: () => FormJournal['files'], onChange = () => {}): FormPicture {
  const [change, setChange] = useState<ImageChange>(IMAGE_UNCHANGED)
  // Beside the state: a save right after a decision must not send the picture before it.
  const now = useRef(change)
  const held = useRef('')

  const textOf = (text: string) => files?.().textOf(text) ?? text

  function set(next: ImageChange, text: string) {
    held.current = text
    now.current = next
    setChange(next)
    onChange()
  }

  return {
    change,
    now: () => now.current,
    choose(next) {
      // A file that the server would refuse is not stored; saving shows the error at its field.
      if (next.original)
        set(next, imageTypeProblem(next.original) === null ? (files?.().attach(next.original) ?? '') : '')
      else set(next, next.removed ? PICTURE_REMOVED : '')
    },
    text: () => held.current,
    async id(onProgress) {
      const { change, text } = { change: now.current, text: textOf(held.current) }
      const stored = storedPicture(text)
      if (stored) return stored._id
      const { original } = change
      if (!original) throw new Error('There is no picture here.')
      onProgress(0)
      const field = await storePicture(original, onProgress)
      // Not once more by the journal, nor after a save that fails for another reason.
      if (now.current === change) held.current = field
      return storedPicture(field)?._id ?? ''
    },
    async sent() {
      const { original, removed } = now.current
      if (original) return [['image', await preparedPicture(original)]]
      const stored = storedPicture(held.current)
      return stored || removed ? [['imageIds', stored?._id ?? '']] : []
    },
    take(text) {
      if (textOf(held.current) === text) return
      // At once: the field for its words comes with it, and is filled next.
      flushSync(() => takeText(text))
    },
  }

  function takeText(text: string) {
    if (text === '' || text === PICTURE_REMOVED) return set(text === '' ? IMAGE_UNCHANGED : IMAGE_REMOVED, text)
    const file = files?.().fileOf(text)
    const stored = file ? null : storedPicture(text)
    if (file) set({ original: file, name: file.name, previewUrl: URL.createObjectURL(file), removed: false }, text)
    else if (stored) set({ original: null, name: stored.name, previewUrl: stored.url, removed: false }, text)
  }
}

/**
 * Stores a picture that was chosen; answers what its field holds from then on.
 * @throws ApiError with an issue at `image`: 413 where it is too large, else as `uploadImage` does
 */
export async function storePicture(file: File, onProgress?: (part: number) => void): Promise<string> {
  const { _id, url } = await uploadImage(await preparedPicture(file), { onProgress })
  return pictureField({ _id, url, name: file.name })
}

/** As it is sent. @throws ApiError 413 where it is too large */
export async function preparedPicture(file: File) {
  const prepared = await prepareImage(file)
  // A body far beyond the limit is cut off before the response can be read.
  if (prepared.size > IMAGE_MAX_BYTES) {
    const message = `The picture is too large: at most ${IMAGE_MAX_BYTES / 1_048_576} MiB.`
    throw new ApiError(413, message, { message, issues: [{ path: 'image', message }] })
  }
  return prepared
}

/** A field of a journal as it is read. */
export function pictureWords(text: string): string {
  if (text === '') return 'The picture there is'
  return text === PICTURE_REMOVED ? 'No picture' : (storedPicture(text)?.name ?? 'A new picture')
}
