import { year } from '@/lib/platform/format'
import type { Post } from '@/lib/post/schema'

export function PostYear({ post, timeZone }: { post: Post; timeZone: string }) {
  return <span className="shrink-0 text-sm text-muted tabular-nums">{year(post.createdAt, timeZone)}</span>
}
