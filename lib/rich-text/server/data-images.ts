import { AppError } from '@/lib/http/errors'
import { DATA_IMAGE } from '@/lib/rich-text/address'
import { attribute, elementsOf, type Fragment, setAttribute } from './tree'

/** Stores an image embedded in a text and returns its URL; on an AppError the image stays embedded. */
export type SaveDataImage = (bytes: Uint8Array, contentType: string) => Promise<string>

/** Uploads images embedded as data URLs and replaces them by their URLs, in place; equal ones are uploaded once. */
export async function storeDataImages(tree: Fragment, save: SaveDataImage): Promise<void> {
  const stored = new Map<string, string | null>()
  for (const image of elementsOf(tree)) {
    const source = image.tagName === 'img' ? attribute(image, 'src')?.trim() : undefined
    const [, contentType, base64] = DATA_IMAGE.exec(source ?? '') ?? []
    if (!source || !contentType || !base64) continue
    if (!stored.has(source)) stored.set(source, await storeOne(save, base64, contentType.toLowerCase()))
    const address = stored.get(source)
    if (address) setAttribute(image, 'src', address)
  }
}

async function storeOne(save: SaveDataImage, base64: string, contentType: string): Promise<string | null> {
  try {
    return await save(Buffer.from(base64, 'base64'), contentType)
  } catch (error) {
    // A refused image (damaged, too large) must not keep the text from being saved.
    if (error instanceof AppError && error.kind !== 'unavailable') return null
    throw error
  }
}
