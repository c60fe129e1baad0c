import { PostCard } from '@/components/post/post-card'
import { SearchBox } from '@/components/post/search-box'
import { PathHeading } from '@/components/shell/path-heading'
import { AppLink } from '@/components/ui/app-link'
import { Pagination } from '@/components/ui/pagination'
import type { ShownPost } from '@/lib/post/schema'
import { paths } from '@/lib/routes/paths'
import { NO_PROJECTS, PROJECT_INDEX, PROJECT_INDEX_FROM, PROJECTS_HEADING } from '@/lib/texts/constants'

type PostListProps = {
  posts: ShownPost[]
  timeZone: string
  total: number
  /** Whether there are more than `total`. */
  isMore: boolean
  page: number
  pageCount: number
  /** The search term; "" for all projects. */
  keyword?: string
  /** Whether this is a search, even one whose term is too long to be shown. */
  isSearch?: boolean
  ownerName: string
}

export function PostList({
  posts,
  timeZone,
  total,
  isMore,
  page,
  pageCount,
  keyword = '',
  isSearch = false,
  ownerName,
}: PostListProps) {
  return (
    <div className="container-page pb-section">
      <PathHeading
        title={PROJECTS_HEADING}
        subtitle={keyword !== '' && <SearchedFor keyword={keyword} />}
        ownerName={ownerName}
      />
      <div className="mb-10 flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
        <SearchBox key={keyword} keyword={keyword} />
        <p className="pb-3 text-sm text-muted tabular-nums">{`Total Projects: ${total}${isMore ? '+' : ''}`}</p>
      </div>
      {posts.length === 0 ? (
        <div className="border-t border-line py-16 text-center">
          <p role="status" className="font-serif text-lead text-muted italic">
            {isSearch ? 'No technology found with your query.' : NO_PROJECTS}
          </p>
          {keyword !== '' && (
            <p className="mt-4">
              <a href={paths.find(keyword)} className="link inline-flex min-h-11 items-center wrap-anywhere">
                Look for “{keyword}” in all projects and notes
              </a>
            </p>
          )}
        </div>
      ) : (
        <ul className="grid gap-x-10 gap-y-14 sm:grid-cols-2">
          {posts.map((post, index) => (
            <li key={post._id} className="min-w-0">
              <PostCard post={post} timeZone={timeZone} keyword={keyword} first={index === 0} />
            </li>
          ))}
        </ul>
      )}
      <Pagination
        page={page}
        pageCount={pageCount}
        hrefOf={(n) => (keyword === '' ? paths.posts(n) : paths.searchPosts(keyword, n))}
      />
      {!isSearch && total >= PROJECT_INDEX_FROM && (
        <p className="mt-10">
          <AppLink href={paths.postIndex} className="link inline-flex min-h-11 items-center">
            {PROJECT_INDEX}
          </AppLink>
        </p>
      )}
    </div>
  )
}

/** What was searched for, and the way back to everything. */
function SearchedFor({ keyword }: { keyword: string }) {
  return (
    <>
      <span dir="auto" className="wrap-anywhere">
        Made with “{keyword}”
      </span>{' '}
      <AppLink href={paths.posts()} className="link ms-2 font-sans text-sm whitespace-nowrap not-italic">
        All projects
      </AppLink>
    </>
  )
}
