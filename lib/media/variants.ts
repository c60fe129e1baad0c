import type * as z from 'zod/mini'
import type { imageVariantSchema } from '@/lib/media/schema'

/** No screen asks for more; a wider picture is only offered in its copies. */
export const WIDEST_VARIANT_PIXELS = 1_600

/** A smaller copy of a picture in its store; `width` in pixels. */
export type StoredVariant = { width: number; key: string; url: string }

/** A copy as pages and clients know it. */
type Variant = z.output<typeof imageVariantSchema>

/** What the column holds, without where the store keeps it. */
export function publicVariants(column: unknown): Variant[] {
  return (column as StoredVariant[]).map(({ width, url }) => ({ width, url }))
}

type Sized = { url: string; width: number; variants: Variant[] }

/** The variants as a `srcset`; the image itself is listed with its own width where no variant is smaller. */
export function srcSetOf({ url, width, variants }: Sized): string | undefined {
  if (variants.length === 0) return undefined
  const widest = Math.max(...variants.map((variant) => variant.width))
  const own = widest < width && width <= WIDEST_VARIANT_PIXELS ? [{ url, width }] : []
  return [...variants, ...own].map((image) => `${image.url} ${image.width}w`).join(', ')
}

/** What an `img` says of the copies, where there are any: HTML has no `sizes` without a `srcset`. */
export function sourcesOf(image: Sized, sizes: string): { srcSet?: string; sizes?: string } {
  const srcSet = srcSetOf(image)
  return srcSet ? { srcSet, sizes } : {}
}

/** The address of the smallest copy at least so many pixels wide, or of the image itself. */
export function urlOfWidth({ url, variants }: Pick<Sized, 'url' | 'variants'>, width: number): string {
  const enough = variants.filter((variant) => variant.width >= width).sort((a, b) => a.width - b.width)
  return enough[0]?.url ?? url
}
