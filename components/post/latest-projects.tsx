import { Carousel } from '@/components/post/carousel'
import { CarouselCard } from '@/components/post/carousel-card'
import { SectionHeading } from '@/components/ui/section-heading'
import type { ShownPost } from '@/lib/post/schema'
import { NO_PROJECTS } from '@/lib/texts/constants'

const LATEST_PROJECTS = 'Latest Projects'

export function LatestProjects({ posts, timeZone }: { posts: ShownPost[]; timeZone: string }) {
  if (posts.length === 0) {
    return (
      <section aria-labelledby="latest-projects" className="container-page pb-section">
        <SectionHeading id="latest-projects">{LATEST_PROJECTS}</SectionHeading>
        <p className="font-serif text-lead text-muted italic">{NO_PROJECTS}</p>
      </section>
    )
  }
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
          <CarouselCard key={post._id} post={post} timeZone={timeZone} />
        ))}
      </Carousel>
    </div>
  )
}
