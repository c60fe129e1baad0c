import type { CSSProperties } from 'react'
import { sourcesOf } from '@/lib/media/variants'
import type { PostImage } from '@/lib/post/schema'

type PostCoverProps = {
  image: PostImage
  /** The alt text for an image without one. */
  alt: string
  /** Above the fold: fetched first; others are lazy. */
  first?: boolean
  sizes: string
  className?: string
  style?: CSSProperties
}

/** A stored image. Its dimensions are known, so loading it shifts nothing. */
export function PostCover({ image, alt, first = false, sizes, className = '', style }: PostCoverProps) {
  return (
    // biome-ignore lint/performance/noImgElement: variants are generated at upload
    <img
      src={image.url}
      {...sourcesOf(image, sizes)}
      alt={image.alt || alt}
      width={image.width || undefined}
      height={image.height || undefined}
      loading={first ? 'eager' : 'lazy'}
      fetchPriority={first ? 'high' : undefined}
      decoding="async"
      className={`bg-cover bg-center bg-no-repeat ${className}`}
      style={image.placeholder ? { backgroundImage: `url("${image.placeholder}")`, ...style } : style}
    />
  )
}
