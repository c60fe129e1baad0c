import { InitialPlate } from '@/components/post/initial-plate'
import { PostCover } from '@/components/post/post-cover'
import { AppLink } from '@/components/ui/app-link'
import { ArrowRightIcon } from '@/components/ui/icons'
import type { Post } from '@/lib/post/schema'
import { paths } from '@/lib/routes/paths'
import { VIEW_PROJECT } from '@/lib/texts/constants'

/** One, two or three cards at a time (specification, section 4). */
const SIZES = '(min-width: 1200px) 22rem, (min-width: 900px) 30vw, (min-width: 600px) 45vw, 92vw'

/** A project in the carousel: image, title, description and a link. */
export function CarouselCard({ post }: { post: Post }) {
  const titleId = `latest-${post._id}`
  const [image] = post.image
  return (
    <article className="flex h-full flex-col">
      <div className="flex aspect-4/3 items-center justify-center overflow-hidden rounded-plate border border-line bg-surface">
        {image ? (
          <PostCover image={image} alt="" sizes={SIZES} className="size-full object-cover" />
        ) : (
          <InitialPlate title={post.title} />
        )}
      </div>
      <h3 id={titleId} dir="auto" className="mt-4 line-clamp-2 text-h3 break-words">
        {post.title}
      </h3>
      <p dir="auto" className="mt-1.5 line-clamp-3 text-base break-words text-muted">
        {post.description}
      </p>
      <AppLink
        href={paths.post(post._id)}
        aria-describedby={titleId}
        draggable={false}
        className="mt-auto inline-flex min-h-11 items-center gap-1.5 self-start pt-2 text-sm font-medium text-accent no-underline hover:underline"
      >
        {VIEW_PROJECT}
        <ArrowRightIcon className="size-[1.1em] rtl:-scale-x-100" />
      </AppLink>
    </article>
  )
}
