import { callApi, sendForm } from '@/lib/calls/client'
import { IMAGE_DESCRIPTION_MAX_CHARACTERS } from '@/lib/content/contract-limits'
import { mediaCalls } from '@/lib/media/calls'
import type { Picture } from '@/lib/media/schema'

type UploadOptions = {
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

/**
 * Replaces the file of a stored image.
 * @throws ApiError 401, 403, 404, 409, 413, 415, 422; what `signal` throws passes through
 */
export function replaceImage(id: string, file: File | Blob, options: Omit<UploadOptions, 'alt'>) {
  const form = new FormData()
  form.set('image', file)
  return sendForm(mediaCalls.replace, { params: { id }, form, ...options })
}

/**
 * Has an image of another server copied into the store.
 * @throws ApiError 401, 403, 413, 415, 422, 429
 */
export function copyImage(address: string, alt: string): Promise<Picture> {
  return callApi(mediaCalls.copy, { body: { address, alt: alt.slice(0, IMAGE_DESCRIPTION_MAX_CHARACTERS) } })
}
