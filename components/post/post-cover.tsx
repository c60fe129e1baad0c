import type { CSSProperties } from 'react'
import { srcSetOf } from '@/lib/media/variants'
import type { PostImage } from '@/lib/post/schema'

type PostCoverProps = {
  image: PostImage
  /** Said when the picture has no text of its own. */
  alt: string
  /** In view at the first paint: fetched first, the others when they come near. */
  first?: boolean
  /** How wide it is drawn, as the attribute of that name says it. */
  sizes: string
  className?: string
  style?: CSSProperties
}

/** A stored picture on its plate; its size is known, so nothing moves when it arrives. */
export function PostCover({ image, alt, first = false, sizes, className = '', style }: PostCoverProps) {
  return (
    // biome-ignore lint/performance/noImgElement: sizes and formats are made when a picture is stored
    <img
      src={image.url}
      srcSet={srcSetOf(image)}
      sizes={sizes}
      alt={image.alt || alt}
      width={image.width || undefined}
      height={image.height || undefined}
      loading={first ? 'eager' : 'lazy'}
      fetchPriority={first ? 'high' : undefined}
      decoding="async"
      className={className}
      style={
        image.placeholder
          ? { backgroundImage: `url("${image.placeholder}")`, backgroundSize: 'cover', ...style }
          : style
      }
    />
  )
}
