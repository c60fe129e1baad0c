import { IMAGE_MAX_BYTES } from '@/lib/content/contract-limits'

/** What a photo is scaled to, in pixels of its longer side, until it is small enough. */
const SIDES_PX = [4096, 3072, 2048, 1536]
const QUALITY = 0.88
/** Kinds that lose nothing but size when they are drawn anew; an animation would lose its frames. */
const SCALED_AS: Record<string, string> = { 'image/jpeg': 'image/jpeg', 'image/png': 'image/webp' }

/**
 * A chosen picture, ready to be sent, in the browser: a photo of more bytes than can be sent is scaled down, all others
 * are copied, so that a file moved or changed on the disk meanwhile is not lost. Never fails: what cannot be read or
 * scaled comes back as it was, for the server to judge.
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
  const type = SCALED_AS[file.type]
  if (!type) return null
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
