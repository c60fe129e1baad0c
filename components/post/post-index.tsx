import { PostYear } from '@/components/post/post-year'
import { PathHeading } from '@/components/shell/path-heading'
import { AppLink } from '@/components/ui/app-link'
import type { ShownPost } from '@/lib/post/schema'
import { paths } from '@/lib/routes/paths'
import { PROJECT_INDEX } from '@/lib/texts/constants'
import { NAV_PROJECTS, TECHNOLOGIES } from '@/lib/texts/frame-constants'

type PostIndexProps = { posts: ShownPost[]; ownerName: string; timeZone: string }

/** All projects as lines of a table, in the order of the list; small screens have room for year, title and links. */
export function PostIndex({ posts, ownerName, timeZone }: PostIndexProps) {
  const wide = 'hidden py-3 pe-4 text-start sm:table-cell print:table-cell'
  return (
    <div className="container-page pb-section">
      <PathHeading
        title={PROJECT_INDEX}
        subtitle={`Total Projects: ${posts.length}`}
        ownerName={ownerName}
        list={{ name: NAV_PROJECTS, href: paths.posts() }}
      />
      <table className="w-full border-t border-line text-sm">
        <thead className="text-muted">
          <tr>
            <th className="py-3 pe-4 text-start font-medium">Year</th>
            <th className="py-3 pe-4 text-start font-medium">Title</th>
            <th className={`${wide} font-medium`}>For</th>
            <th className={`${wide} font-medium`}>{TECHNOLOGIES}</th>
            <th className="py-3 text-start font-medium">Links</th>
          </tr>
        </thead>
        <tbody>
          {posts.map((post) => (
            <tr key={post._id} className="border-t border-line align-top wrap-anywhere">
              <td className="py-3 pe-4">
                <PostYear post={post} timeZone={timeZone} />
              </td>
              <th scope="row" className="py-1 pe-4 text-start text-text font-normal">
                <AppLink href={post.path} dir="auto" className="link inline-block py-2">
                  {post.title}
                </AppLink>
              </th>
              <td dir="auto" className={`${wide} text-muted`}>
                {post.forWhom}
              </td>
              <td dir="auto" className={`${wide} text-muted`}>
                {post.tech}
              </td>
              <td className="py-1">
                {[
                  { name: 'Project', href: post.link },
                  { name: 'Code', href: post.repo },
                ]
                  .filter(({ href }) => href !== '')
                  .map(({ name, href }) => (
                    <a
                      key={name}
                      href={href}
                      rel="noopener"
                      aria-label={`${name}: ${post.title}`}
                      className="link me-4 inline-block py-2"
                    >
                      {name}
                    </a>
                  ))}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
