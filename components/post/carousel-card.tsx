import { CardLink, CardTitle } from '@/components/content/card-links'
import { CardPicture } from '@/components/post/card-picture'
import { PostYear } from '@/components/post/post-year'
import { TO_PROJECT } from '@/components/post/travelling-picture'
import { firstSentence } from '@/lib/post/description'
import type { ShownPost } from '@/lib/post/schema'

/** One, two or three cards at a time (specification, section 4). */
const SIZES = '(min-width: 1200px) 22rem, (min-width: 900px) 30vw, (min-width: 600px) 45vw, 92vw'

/** A project in the carousel: image, title, description and a link, which the whole card follows. */
export function CarouselCard({ post, timeZone }: { post: ShownPost; timeZone: string }) {
  const titleId = `latest-${post._id}`
  return (
    <article className="group relative flex h-full flex-col">
      <CardPicture post={post} sizes={SIZES} />
      <div className="mt-4 flex flex-wrap items-baseline justify-between gap-x-4">
        <h3 id={titleId} dir="auto" className="line-clamp-2 min-w-0 flex-1 basis-40 text-h3">
          <CardTitle href={post.path} transition={TO_PROJECT} tabIndex={-1} draggable={false}>
            {post.title}
          </CardTitle>
        </h3>
        <PostYear post={post} timeZone={timeZone} />
      </div>
      <p dir="auto" className="mt-1.5 text-base text-muted">
        {firstSentence(post.description)}
      </p>
      <CardLink
        href={post.path}
        transition={TO_PROJECT}
        aria-describedby={titleId}
        draggable={false}
        className="mt-auto self-start pt-2"
      >
        View Project
      </CardLink>
    </article>
  )
}
