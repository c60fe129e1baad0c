import { ApiError, callApi, sendForm } from '@/lib/api/client'
import { IMAGE_MAX_BYTES } from '@/lib/content/contract-limits'
import type { Post } from '@/lib/post/schema'
import { apiPaths } from '@/lib/routes/api-paths'
import type { TrashAction } from '@/lib/table/table-state'

/** At most `limit` projects whose technologies contain `keyword`. @throws ApiError */
export function searchPosts(keyword: string, limit: number, signal?: AbortSignal): Promise<Post[]> {
  const query = new URLSearchParams({ keyword, limit: String(limit) })
  return callApi<Post[]>(`${apiPaths.posts}?${query}`, { signal })
}

/** The response of a write; `message` can be shown to the user. */
export type PostWritten = { message: string; _id: string; data: Post }

type SendOptions = { onProgress?: (part: number) => void; idempotencyKey?: string }

/**
 * Creates a project from its fields and image, once per key.
 * @throws ApiError 401, 403, 413, 415, 422 with `issues`; 409 with the project created first as `current` when the key
 * was used with another text or image
 */
export function createPost(form: FormData, options: SendOptions = {}): Promise<PostWritten> {
  return sendPost(apiPaths.newPost, 'POST', form, options)
}

/**
 * Changes a project; with `version`, only if it has not changed since.
 * @throws ApiError as `createPost`; 404; 409 with the current project as `current`
 */
export function updatePost(
  id: string,
  form: FormData,
  options: Pick<SendOptions, 'onProgress'> = {},
): Promise<PostWritten> {
  return sendPost(apiPaths.post(id), 'PUT', form, options)
}

async function sendPost(
  path: string,
  method: 'POST' | 'PUT',
  form: FormData,
  options: SendOptions,
): Promise<PostWritten> {
  try {
    return await sendForm(path, { method, form, ...options })
  } catch (error) {
    // Checked here, because a body far beyond the limit is cut off before the response can be read, or refused without
    // naming the field.
    const picture = form.get('image')
    const isTooLarge = picture instanceof File && picture.size > IMAGE_MAX_BYTES
    if (!(error instanceof ApiError) || !isTooLarge || ![0, 413].includes(error.status)) throw error
    const message = `The picture is too large: at most ${IMAGE_MAX_BYTES / 1_048_576} MiB.`
    throw new ApiError(413, message, { message, issues: [{ path: 'image', message }] })
  }
}

/** Puts a project into the trash. @throws ApiError 401, 403, 404 */
export function deletePost(id: string): Promise<{ message: string }> {
  return callApi(apiPaths.post(id), { method: 'DELETE' })
}

/** Moves projects into or out of the trash, or deletes them permanently. @throws ApiError 401, 403, 422 */
export function trashPosts(input: TrashAction): Promise<{ message: string; count: number }> {
  return callApi(apiPaths.trashPosts, { json: input })
}
