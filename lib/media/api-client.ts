import { sendForm } from '@/lib/api/client'
import type { Picture } from '@/lib/media/schema'
import { apiPaths } from '@/lib/routes/api-paths'

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
  return sendForm(apiPaths.newPicture, { method: 'POST', form, onProgress, signal })
}
