import { ApiError } from '@/lib/calls/client'
import { IMAGE_MAX_BYTES } from '@/lib/content/contract-limits'

/**
 * Names the picture as what was too large: a body far beyond the limit is cut off before the response can be read, or
 * refused without naming the field.
 */
export async function explainTooLarge<Answer>(form: FormData, sending: Promise<Answer>): Promise<Answer> {
  try {
    return await sending
  } catch (error) {
    const picture = form.get('image')
    const isTooLarge = picture instanceof File && picture.size > IMAGE_MAX_BYTES
    if (!(error instanceof ApiError) || !isTooLarge || ![0, 413].includes(error.status)) throw error
    const message = `The picture is too large: at most ${IMAGE_MAX_BYTES / 1_048_576} MiB.`
    throw new ApiError(413, message, { message, issues: [{ path: 'image', message }] })
  }
}
