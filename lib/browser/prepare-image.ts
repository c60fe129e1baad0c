import { IMAGE_MAX_BYTES } from '@/lib/content/contract-limits'
import { isAnimatedPng } from '@/lib/media/animated-png'
import { ownValue } from '@/lib/platform/own-value'

/** What a photo is scaled to, in pixels of its longer side, until it is small enough. */
const SIDES_PX = [4096, 3072, 2048, 1536]
const QUALITY = 0.88
/** Types that can be re-encoded; an animation would lose its frames. */
const SCALED_AS: Record<string, string> = { 'image/jpeg': 'image/jpeg', 'image/png': 'image/webp' }

/**
 * Prepares a chosen image for upload, in the browser: a photo above the size limit is scaled down, others are copied
 * into memory, so that a later change on disk does not break the upload. Never fails: what cannot be read or scaled is
 * returned unchanged, for the server to check.
 */
export async function prepareImage(file: File): Promise<File> {
  try {
    if (file.size > IMAGE_MAX_BYTES) return (await scaledDown(file)) ?? file
    return new File([await file.arrayBuffer()], file.name, { type: file.type })
  } catch {
    return file
  }
}

async function scaledDown(file: File): Promise<File | null> {
  const type = ownValue(SCALED_AS, file.type)
  if (!type) return null
  if (type === 'image/webp' && isAnimatedPng(new Uint8Array(await file.arrayBuffer()))) return null
  const picture = await createImageBitmap(file)
  try {
    for (const side of SIDES_PX) {
      const blob = await drawn(picture, Math.min(1, side / Math.max(picture.width, picture.height)), type)
      if (blob && blob.size <= IMAGE_MAX_BYTES) return new File([blob], file.name, { type: blob.type })
    }
    return null
  } finally {
    picture.close()
  }
}

function drawn(picture: ImageBitmap, scale: number, type: string): Promise<Blob | null> {
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(picture.width * scale)
  canvas.height = Math.round(picture.height * scale)
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height)
  return new Promise((resolve) => canvas.toBlob(resolve, type, QUALITY))
}
