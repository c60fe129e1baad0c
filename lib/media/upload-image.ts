import { sendForm } from '@/lib/calls/client'
import { mediaCalls } from '@/lib/media/calls'
import type { Picture } from '@/lib/media/schema'

type UploadOptions = {
  /** The alternative text. */
  alt?: string
  /** Called with the uploaded share of the body, from 0 to 1. */
  onProgress?: (part: number) => void
  signal?: AbortSignal
}

/**
 * Uploads an image to the store.
 * @throws ApiError 401, 403, 413, 415, 422; what `signal` throws passes through
 */
export function uploadImage(file: File, { alt = '', onProgress, signal }: UploadOptions = {}): Promise<Picture> {
  const form = new FormData()
  form.set('alt', alt)
  form.set('image', file)
  return sendForm(mediaCalls.create, { form, onProgress, signal })
}
