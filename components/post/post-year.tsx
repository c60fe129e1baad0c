import { year } from '@/lib/platform/format'
import type { Post } from '@/lib/post/schema'

/** The year of a project, small, beside its title. */
export function PostYear({ post }: { post: Post }) {
  return <span className="shrink-0 text-sm text-muted tabular-nums">{year(post.createdAt)}</span>
}
