import { Carousel } from '@/components/post/carousel'
import { CarouselCard } from '@/components/post/carousel-card'
import type { Post } from '@/lib/post/schema'
import { LATEST_PROJECTS } from '@/lib/settings/constants'

/** The newest projects in a carousel; nothing on a site without projects. */
export function LatestProjects({ posts }: { posts: Post[] }) {
  if (posts.length === 0) return null
  return (
    <div className="container-page pb-section">
      <Carousel
        labelledBy="latest-projects"
        heading={
          <h2 id="latest-projects" className="text-h3">
            {LATEST_PROJECTS}
          </h2>
        }
      >
        {posts.map((post) => (
          <CarouselCard key={post._id} post={post} />
        ))}
      </Carousel>
    </div>
  )
}
