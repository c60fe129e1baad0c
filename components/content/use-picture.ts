'use client'

import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { FormJournal } from '@/components/content/use-journal'
import { IMAGE_REMOVED, IMAGE_UNCHANGED, type ImageChange } from '@/components/ui/form/image-chooser'
import { prepareImage } from '@/lib/browser/prepare-image'
import { imageTypeProblem } from '@/lib/media/accepted-types'
import { uploadImage } from '@/lib/media/upload-image'

/** What a field for a picture holds where there is none. */
const REMOVED = 'removed'

/** A picture that is stored and belongs to nothing yet. */
type StoredPicture = { _id: string; url: string; name: string }

export type FormPicture = {
  change: ImageChange
  /** As `change`, up to the last change. */
  now: () => ImageChange
  choose: (change: ImageChange) => void
  /** As a field of the form's journal: "" for the picture there is. */
  text: () => string
  /** Shows what a field of the journal holds. */
  take: (text: string) => void
}

/** The picture of a form, as it is to become; `onChange` is called when another one is chosen. */
export function useFormPicture(files: () => FormJournal['files'], onChange: () => void): FormPicture {
  const [change, setChange] = useState<ImageChange>(IMAGE_UNCHANGED)
  // Beside the state: a save right after a decision must not send the picture before it.
  const now = useRef(change)
  const held = useRef('')

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
      if (next.file) set(next, imageTypeProblem(next.original) === null ? files().attach(next.original) : '')
      else set(next, next.removed ? REMOVED : '')
    },
    text: () => held.current,
    take(text) {
      if (files().textOf(held.current) === text) return
      // At once: the field for its words comes with it, and is filled next.
      flushSync(() => takeText(text))
    },
  }

  function takeText(text: string) {
    if (text === '' || text === REMOVED) return set(text === '' ? IMAGE_UNCHANGED : IMAGE_REMOVED, text)
    const file = files().fileOf(text)
    const stored = file ? null : storedPicture(text)
    if (file) set(chosen(file, prepareImage(file), URL.createObjectURL(file)), text)
    else if (stored) set(chosen(new File([], stored.name), fetchPicture(stored), stored.url), text)
  }
}

function chosen(original: File, file: Promise<File>, previewUrl: string): ImageChange {
  return { file, original, name: original.name, previewUrl, removed: false }
}

/** The picture a field of a journal names; null where it names none. */
export function storedPicture(text: string): StoredPicture | null {
  try {
    const stored: Partial<StoredPicture> | null = JSON.parse(text)
    const { _id, url, name } = stored ?? {}
    return _id && url && name ? { _id, url, name } : null
  } catch {
    return null
  }
}

/** Stores a picture that was chosen; answers what its field holds from then on. */
export async function storePicture(file: File): Promise<string> {
  const { _id, url } = await uploadImage(await prepareImage(file))
  return JSON.stringify({ _id, url, name: file.name } satisfies StoredPicture)
}

async function fetchPicture({ url, name }: StoredPicture): Promise<File> {
  const response = await fetch(url)
  if (!response.ok) throw new Error('The picture could not be read again. Choose it once more.')
  const blob = await response.blob()
  return new File([blob], name, { type: blob.type })
}

/** A field of a journal as it is read. */
export function pictureWords(text: string): string {
  if (text === '') return 'The picture there is'
  return text === REMOVED ? 'No picture' : (storedPicture(text)?.name ?? 'A new picture')
}
