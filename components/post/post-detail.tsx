import type { ComponentProps } from 'react'
import { Byline } from '@/components/contact/byline'
import { ChangesBadge } from '@/components/content/changes-badge'
import { NeighbourLink } from '@/components/content/neighbour-link'
import { TechChipLinks } from '@/components/content/tech-chips'
import { TitlesSection } from '@/components/content/titles-section'
import { PostCover } from '@/components/post/post-cover'
import { PostGallery } from '@/components/post/post-gallery'
import { PostStory } from '@/components/post/post-story'
import { PostText } from '@/components/post/post-text'
import { TravellingPicture } from '@/components/post/travelling-picture'
import { type Author, AuthorLine } from '@/components/shell/author-line'
import { CopyLink } from '@/components/shell/copy-link'
import { GoBack } from '@/components/shell/go-back'
import { PagePath } from '@/components/shell/page-path'
import { ButtonLink, OutLink } from '@/components/ui/button'
import { Icon } from '@/components/ui/icon'
import { shownFacts } from '@/lib/content/post-facts'
import { year } from '@/lib/platform/format'
import type { Post, PostImage } from '@/lib/post/schema'
import { paths } from '@/lib/routes/paths'
import type { TechLink } from '@/lib/technology/schema'
import { FULL_PROJECT, GITHUB_CODE, OPTIONS } from '@/lib/texts/constants'
import { NAV_PROJECTS } from '@/lib/texts/frame-constants'

/** Layout from 1024 pixels: the text, and beside it what is soon read of the project. */
const COLUMNS =
  'grid gap-y-6 grid-rows-[auto_1fr] min-[1024px]:grid-cols-[minmax(0,42rem)_20rem] min-[1024px]:justify-between min-[1024px]:gap-x-12'
/** The cover's height, so that title, description and links are seen without scrolling. */
const COVER_HEIGHT = '[--cover:21svh] min-[1024px]:[--cover:25svh]'
/** A description up to this length is read before the links; a longer one is the text of the page, after the facts. */
const LEDE_MAX_CHARACTERS = 200

/** The share of its height that a picture is wide. */
const shapeOf = ({ width, height }: PostImage) => (height > 0 ? Math.round((width * 100) / height) / 100 : 16 / 9)

type PostDetailProps = {
  post: Post
  story: ComponentProps<typeof PostStory>['story'] | null
  next: { path: string; title: string } | null
  /** Notes that link to the project. */
  notes: Array<{ path: string; title: string }>
  technologies: TechLink[]
  timeZone: string
  author: Author
}

/** A project: picture, title and description, beside them links, who, facts and technologies, then its story. */
export function PostDetail({ post, story, next, notes, technologies, timeZone, author }: PostDetailProps) {
  const [image] = post.image
  const isLede = post.description.length <= LEDE_MAX_CHARACTERS
  const description = (
    <div className={story ? 'p-summary' : 'e-content'}>
      <PostText text={post.description} />
    </div>
  )
  return (
    <article className="h-entry container-page pt-4 pb-section sm:pt-8">
      <div className="screen-only flex min-h-11 flex-wrap items-center justify-between gap-x-4">
        <GoBack href={paths.posts()} history />
        <PagePath ownerName={author.ownerName} list={{ name: NAV_PROJECTS, href: paths.posts() }} />
        <span className="only-admin flex items-center gap-x-4">
          <ChangesBadge id={post._id} />
          <ButtonLink href={paths.updatePost(post._id)}>
            <Icon name="edit" />
            {OPTIONS}
          </ButtonLink>
        </span>
      </div>
      <div className={`mt-4 sm:mt-6 print:mt-0 print:block print:space-y-6 ${COLUMNS}`}>
        <div className="min-w-0 space-y-4">
          {image && (
            <div className={`mb-5 ${COVER_HEIGHT}`}>
              <TravellingPicture post={post}>
                <PostCover
                  image={image}
                  alt={post.title}
                  first
                  sizes={`(min-width: 1024px) min(42rem, 25svh * ${shapeOf(image)}), min(94vw, 21svh * ${shapeOf(image)})`}
                  // The box has the picture's shape, so that no empty strip is left beside it.
                  style={{ width: `min(100%, var(--cover) * ${shapeOf(image)})` }}
                  className="h-auto rounded-plate border border-line bg-surface"
                />
              </TravellingPicture>
            </div>
          )}
          <h1 dir="auto" className="p-name text-h1">
            {post.title}
          </h1>
          {isLede && description}
        </div>
        <div className="min-[1024px]:col-start-2 min-[1024px]:row-span-2 min-[1024px]:row-start-1">
          <div className="space-y-4 min-[1024px]:sticky min-[1024px]:top-8">
            <div className="flex flex-wrap gap-3 empty:hidden">
              {post.link && (
                <OutLink href={post.link} variant="solid">
                  {FULL_PROJECT}
                  <Icon name="arrowOut" />
                </OutLink>
              )}
              {post.repo && (
                <OutLink href={post.repo}>
                  <Icon name="code" />
                  {GITHUB_CODE}
                </OutLink>
              )}
            </div>
            <div className="flex flex-wrap items-center gap-x-5 text-sm text-muted tabular-nums">
              <Byline {...author} />
              <p>
                <time className="dt-published" dateTime={post.createdAt}>
                  {year(post.createdAt, timeZone)}
                </time>
              </p>
            </div>
            <Facts post={post} />
            <TechChipLinks technologies={technologies} />
            <CopyLink variant="quiet" />
          </div>
        </div>
        <div className="min-w-0 space-y-10 empty:hidden">
          {!isLede && description}
          {story && <PostStory id={post._id} story={story} />}
        </div>
      </div>
      <PostGallery
        title={post.title}
        pictures={post.image}
        placed={post.image.filter(({ url }) => story?.rendered.includes(`"${url}"`)).map(({ _id }) => _id)}
      />
      <MoreLinks links={post.links} />
      <div className="max-w-[min(58ch,42rem)]">
        <AuthorLine {...author} />
      </div>
      <TitlesSection id="project-notes" heading="Notes about this project" entries={notes} />
      {next && (
        <nav
          aria-label="Other projects"
          className="screen-only mt-section border-t border-fg pt-6 sm:ps-[50%] sm:text-end"
        >
          <NeighbourLink href={next.path} rel="next" title={next.title} className="sm:justify-end">
            Next project
            <Icon name="arrowRight" className="size-[1.1em] rtl:-scale-x-100" />
          </NeighbourLink>
        </nav>
      )}
    </article>
  )
}

function Facts({ post }: { post: Post }) {
  const facts = shownFacts(post)
  if (facts.length === 0) return null
  return (
    <dl className="grid grid-cols-[repeat(auto-fill,minmax(min(8.5rem,100%),1fr))] gap-x-6 gap-y-3 border-t border-line pt-4 text-sm">
      {facts.map(({ label, text }) => (
        <div key={label} className="min-w-0">
          <dt className="text-muted">{label}</dt>
          <dd dir="auto" className="wrap-anywhere">
            {text}
          </dd>
        </div>
      ))}
    </dl>
  )
}

function MoreLinks({ links }: Pick<Post, 'links'>) {
  if (links.length === 0) return null
  return (
    <section aria-labelledby="project-links" className="mt-16">
      <h2 id="project-links" className="mb-5 font-sans text-sm font-medium text-muted">
        More links
      </h2>
      <ul className="flex flex-wrap gap-x-8 gap-y-2">
        {links.map(({ label, url }) => (
          <li key={url}>
            <a
              href={url}
              rel="noopener"
              dir="auto"
              className="link inline-flex min-h-11 items-center wrap-anywhere print:inline"
            >
              {label}
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
