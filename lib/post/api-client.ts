import { callApi } from '@/lib/http/api-client'
import { apiPaths } from '@/lib/paths'
import type { Post } from '@/lib/post/schema'

/** At most `limit` projects whose technologies contain `keyword`. @throws ApiError */
export function searchPosts(keyword: string, limit: number, signal?: AbortSignal): Promise<Post[]> {
  const query = new URLSearchParams({ keyword, limit: String(limit) })
  return callApi<Post[]>(`${apiPaths.posts}?${query}`, { signal })
}
