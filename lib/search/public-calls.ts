import type { QueryOf } from '@/lib/calls/call'
import { callApi, guarded, isRecord } from '@/lib/calls/client'
import type { searchCalls } from '@/lib/search/calls'
import type { Found } from '@/lib/search/schema'

export type Hit = Pick<Found, 'kind' | 'title' | 'path' | 'tech'>

const findCall = guarded<typeof searchCalls.find, { results: Hit[] }>(
  { method: 'GET', path: '/api/find' },
  (body): body is { results: Hit[] } => isRecord(body) && Array.isArray(body.results) && body.results.every(isHit),
)

function isHit(row: unknown): row is Hit {
  return isRecord(row) && [row.kind, row.title, row.path, row.tech].every((text) => typeof text === 'string')
}

/** What is public and has the words `q`, or a name near to `near`, best first. @throws ApiError */
export async function findHits(query: QueryOf<typeof searchCalls.find>, signal: AbortSignal): Promise<Hit[]> {
  return (await callApi(findCall, { query, signal })).results
}
