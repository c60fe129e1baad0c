import { spanYears } from '@/lib/content/partial-date'
import { year } from '@/lib/platform/format'
import type { Post } from '@/lib/post/schema'

/** The years of the work; that of its publishing where none are said. */
export function PostYear({ post, timeZone }: { post: Post; timeZone: string }) {
  const years = spanYears(post, year(post.createdAt, timeZone))
  return <span className="shrink-0 text-sm text-muted tabular-nums">{years}</span>
}
