import { callApi, guarded, isRecord } from '@/lib/calls/client'
import type { postCalls } from '@/lib/post/calls'
import type { Post } from '@/lib/post/schema'

type Hit = Pick<Post, '_id' | 'title' | 'tech'>

const searchCall = guarded<typeof postCalls.list, Hit[]>(
  { method: 'GET', path: '/api/post' },
  (body): body is Hit[] => Array.isArray(body) && body.every(isHit),
)

function isHit(row: unknown): row is Hit {
  return isRecord(row) && [row._id, row.title, row.tech].every((text) => typeof text === 'string')
}

/** At most `limit` projects whose technologies contain `keyword`. @throws ApiError */
export function searchPosts(keyword: string, limit: number, signal?: AbortSignal): Promise<Hit[]> {
  return callApi(searchCall, { query: { keyword, limit: String(limit) }, signal })
}
