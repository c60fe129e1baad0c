import { CardLink, CardTitle } from '@/components/content/card-links'
import { FirstTechChips } from '@/components/content/tech-chips'
import { CardPicture } from '@/components/post/card-picture'
import { PostYear } from '@/components/post/post-year'
import { TO_PROJECT } from '@/components/post/travelling-picture'
import { firstSentence } from '@/lib/post/description'
import type { ShownPost } from '@/lib/post/schema'
import { READ } from '@/lib/texts/constants'

/** Two columns from 640 pixels up, within the maximum page width. */
const SIZES = '(min-width: 1200px) 34rem, (min-width: 640px) 46vw, 92vw'

type PostCardProps = {
  post: ShownPost
  timeZone: string
  /** The search it was found by: what matches it is named first. */
  keyword?: string
  first?: boolean
}

/** A project in the list. The whole card is clickable; title and Read are links. */
export function PostCard({ post, timeZone, keyword, first = false }: PostCardProps) {
  const titleId = `title-${post._id}`
  return (
    <article className="group relative flex h-full flex-col">
      <CardPicture post={post} first={first} sizes={SIZES} />
      <div className="mt-5 flex flex-1 flex-col">
        <div className="flex flex-wrap items-baseline justify-between gap-x-4">
          <h2 id={titleId} dir="auto" className="min-w-0 flex-1 basis-40 text-h3">
            <CardTitle href={post.path} transition={TO_PROJECT} tabIndex={-1}>
              {post.title}
            </CardTitle>
          </h2>
          <PostYear post={post} timeZone={timeZone} />
        </div>
        <p dir="auto" className="mt-1.5 truncate text-muted">
          {firstSentence(post.description)}
        </p>
        <div className="mt-auto flex items-end justify-between gap-4 pt-4">
          <FirstTechChips tech={post.tech} keyword={keyword} />
          <CardLink href={post.path} transition={TO_PROJECT} aria-describedby={titleId} className="ms-auto">
            {READ}
          </CardLink>
        </div>
      </div>
    </article>
  )
}
