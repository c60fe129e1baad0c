import { Carousel } from '@/components/post/carousel'
import { CarouselCard } from '@/components/post/carousel-card'
import { ButtonLink } from '@/components/ui/button'
import { SectionHeading } from '@/components/ui/section-heading'
import type { ShownPost } from '@/lib/post/schema'
import { paths } from '@/lib/routes/paths'
import { ADD_PROJECT, NO_PROJECTS } from '@/lib/texts/constants'

const LATEST_PROJECTS = 'Latest Projects'

export function LatestProjects({ posts, timeZone }: { posts: ShownPost[]; timeZone: string }) {
  if (posts.length === 0) {
    return (
      // Visitors see no empty section.
      <section aria-labelledby="latest-projects" className="only-admin container-page pb-section">
        <SectionHeading id="latest-projects">{LATEST_PROJECTS}</SectionHeading>
        <p className="mb-5 font-serif text-lead text-muted italic">{NO_PROJECTS}</p>
        <ButtonLink href={paths.newPost}>{ADD_PROJECT}</ButtonLink>
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
