import { InitialPlate } from '@/components/post/initial-plate'
import { PostCover } from '@/components/post/post-cover'
import { TravellingPicture } from '@/components/post/travelling-picture'
import { backdropOf } from '@/lib/media/backdrop'
import type { PostImage, ShownPost } from '@/lib/post/schema'

/** Shapes that fill the frame of 16:9 and lose about a quarter at most: 4:3, and a little wider than 21:9. */
const NARROWEST = 1.3
const WIDEST = 2.4

/** Whether a picture may be cut to a frame of 16:9: a transparent one, as a logo, stays whole. */
export function fillsFrame({ width, height, placeholder }: PostImage): boolean {
  const shape = width / height
  return shape >= NARROWEST && shape <= WIDEST && !backdropOf(placeholder)
}

/**
 * A project's picture on a card, or its initial. A near shape fills the frame, cut more below than above, where pictures and
 * windows begin; another one stands whole on a ground of its own colours.
 */
export function CardPicture({ post, sizes, first }: { post: ShownPost; sizes: string; first?: boolean }) {
  const [image] = post.image
  const fit = image && fillsFrame(image) ? 'object-cover object-[50%_20%]' : 'object-contain'
  return (
    <TravellingPicture post={post}>
      <div className="aspect-video overflow-hidden rounded-plate bg-surface outline -outline-offset-1 outline-line group-hover:outline-muted">
        {image ? (
          <PostCover image={image} alt="" first={first} sizes={sizes} className={`size-full ${fit}`} />
        ) : (
          <InitialPlate title={post.title} />
        )}
      </div>
    </TravellingPicture>
  )
}
