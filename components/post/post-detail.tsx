import { NeighbourLink } from '@/components/content/neighbour-link'
import { TitlesSection } from '@/components/content/titles-section'
import { PostCover } from '@/components/post/post-cover'
import { TechChipLinks } from '@/components/post/tech-chips'
import { TravellingPicture } from '@/components/post/travelling-picture'
import { CopyLink } from '@/components/shell/copy-link'
import { GoBack } from '@/components/shell/go-back'
import { ButtonLink, OutLink } from '@/components/ui/button'
import { ArrowOutIcon, ArrowRightIcon, CodeIcon, EditIcon } from '@/components/ui/icons'
import type { Post, PostImage } from '@/lib/post/schema'
import { paths } from '@/lib/routes/paths'
import { FULL_PROJECT, GITHUB_CODE, OPTIONS } from '@/lib/texts/constants'

/**
 * The height an image may take, so that the title below it is visible without scrolling. On a phone on its side that is
 * what the bars above it and the title, 16rem together, leave.
 */
const IMAGE_HEIGHT = 'min(52svh, max(8rem, 100svh - 16rem))'

/** The width at which the image has that height; the whole width where its size is unknown. */
function fittingWidth({ width, height }: PostImage): string {
  return height > 0 ? `calc(${IMAGE_HEIGHT} * ${Math.round((width * 100) / height) / 100})` : '100vw'
}

/** A project: image, title, description with its line breaks, links, technologies. */
type PostDetailProps = {
  post: Post
  next: { _id: string; title: string } | null
  /** Notes that link to the project. */
  notes: Array<{ _id: string; title: string }>
}

export function PostDetail({ post, next, notes }: PostDetailProps) {
  const [image] = post.image
  return (
    <article className="container-page pt-8 pb-section">
      <div className="screen-only flex min-h-11 flex-wrap items-center justify-between gap-3">
        <GoBack href={paths.posts()} history />
        <span className="only-admin">
          <ButtonLink href={paths.updatePost(post._id)}>
            <EditIcon />
            {OPTIONS}
          </ButtonLink>
        </span>
      </div>
      <div
        // Chromium moves a grid to the next page as a whole.
        className={`grid print:mt-0 print:block print:space-y-8 gap-x-14 gap-y-8 md:grid-cols-[minmax(0,1fr)_17rem] md:gap-y-10 lg:grid-rows-[auto_1fr] ${image ? 'mt-6' : 'mt-8'}`}
      >
        {image && (
          <TravellingPicture post={post}>
            <PostCover
              image={image}
              alt={post.title}
              first
              sizes={`(min-width: 1140px) min(${fittingWidth(image)}, 45.5rem), min(${fittingWidth(image)}, 94vw)`}
              // The box has the picture's shape, so that no empty strip is left beside it.
              style={{ width: `min(100%, ${fittingWidth(image)})` }}
              className="h-auto rounded-plate border border-line bg-surface md:col-span-2 lg:col-span-1"
            />
          </TravellingPicture>
        )}
        <div className="min-w-0 md:col-start-1">
          <h1 dir="auto" className="text-h1">
            {post.title}
          </h1>
          <div dir="auto" className="mt-6 max-w-prose font-serif text-text whitespace-pre-line">
            {post.description}
          </div>
        </div>
        {/* Beside the picture where there is room for both: the links are seen without scrolling. */}
        <div
          className={`flex min-w-0 flex-col items-start gap-8 md:col-start-2 ${image ? 'md:max-lg:pt-3 lg:row-span-2 lg:row-start-1' : 'md:pt-3'}`}
        >
          {(post.repo || post.link) && (
            <div className="flex w-full flex-wrap gap-3 md:flex-col">
              {post.link && (
                <OutLink href={post.link} look="solid">
                  {FULL_PROJECT}
                  <ArrowOutIcon />
                </OutLink>
              )}
              {post.repo && (
                <OutLink href={post.repo}>
                  <CodeIcon />
                  {GITHUB_CODE}
                </OutLink>
              )}
            </div>
          )}
          <TechChipLinks tech={post.tech} />
          <CopyLink />
        </div>
      </div>
      <TitlesSection
        id="project-notes"
        heading="Notes about this project"
        entries={notes.map(({ _id, title }) => ({ href: paths.note(_id), title }))}
      />
      {next && (
        <nav
          aria-label="Other projects"
          className="screen-only mt-section border-t border-fg pt-6 sm:ps-[50%] sm:text-end"
        >
          <NeighbourLink href={paths.post(next._id)} rel="next" title={next.title} className="sm:justify-end">
            Next project
            <ArrowRightIcon className="size-[1.1em] rtl:-scale-x-100" />
          </NeighbourLink>
        </nav>
      )}
    </article>
  )
}
