import { DATA_IMAGE } from '@/lib/rich-text/address'
import { attribute, elementsOf, type Fragment, setAttribute } from '@/packages/convert/tree'

/** Stores an image embedded in a text; `width` and `height` in pixels. */
export type StoreDataImage = (bytes: Uint8Array) => Promise<{ url: string; width: number; height: number }>

/**
 * Stores images embedded as data URLs and replaces them by their URLs, in place, with their size unless the text gives
 * one; equal ones are stored once. What is no image by its address is left to the sanitiser.
 * @throws whatever `store` throws
 */
export async function storeDataImages(tree: Fragment, store: StoreDataImage): Promise<void> {
  const stored = new Map<string, ReturnType<StoreDataImage>>()
  for (const image of elementsOf(tree)) {
    const source = image.tagName === 'img' ? attribute(image, 'src')?.trim() : undefined
    const base64 = DATA_IMAGE.exec(source ?? '')?.[2]
    if (!source || !base64) continue
    const storing = stored.get(source) ?? store(Buffer.from(base64, 'base64'))
    stored.set(source, storing)
    const { url, width, height } = await storing
    setAttribute(image, 'src', url)
    if (attribute(image, 'width') !== undefined || attribute(image, 'height') !== undefined) continue
    setAttribute(image, 'width', String(width))
    setAttribute(image, 'height', String(height))
  }
}
