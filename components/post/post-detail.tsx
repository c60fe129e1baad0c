import { PostCover } from '@/components/post/post-cover'
import { TechChipLinks } from '@/components/post/tech-chips'
import { CopyLink } from '@/components/shell/copy-link'
import { GoBack } from '@/components/shell/go-back'
import { ButtonLink, OutLink } from '@/components/ui/button'
import { EditIcon } from '@/components/ui/form-icons'
import { ArrowOutIcon, CodeIcon } from '@/components/ui/icons'
import type { Post } from '@/lib/post/schema'
import { paths } from '@/lib/routes/paths'
import { FULL_PROJECT, GITHUB_CODE, OPTIONS } from '@/lib/texts/constants'

/** A project: image, title, description with its line breaks, links, technologies. */
export function PostDetail({ post }: { post: Post }) {
  const [image] = post.image
  return (
    <article className="container-page pt-8 pb-section">
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-3">
        <GoBack href={paths.posts()} history />
        <span className="only-admin screen-only">
          <ButtonLink href={paths.updatePost(post._id)}>
            <EditIcon />
            {OPTIONS}
          </ButtonLink>
        </span>
      </div>
      {image && (
        <div className="mt-6 overflow-hidden rounded-plate border border-line bg-surface">
          <PostCover
            image={image}
            alt={post.title}
            first
            sizes="(min-width: 1200px) 68rem, 94vw"
            className="mx-auto max-h-[72vh] w-full object-contain"
          />
        </div>
      )}
      <div className="mt-8 grid gap-x-14 gap-y-10 md:mt-12 md:grid-cols-[minmax(0,1fr)_17rem]">
        <div className="min-w-0">
          <h1 dir="auto" className="text-h1 break-words">
            {post.title}
          </h1>
          <div dir="auto" className="mt-6 max-w-prose font-serif text-text break-words whitespace-pre-line">
            {post.description}
          </div>
        </div>
        <div className="flex min-w-0 flex-col items-start gap-8 md:pt-3">
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
    </article>
  )
}
