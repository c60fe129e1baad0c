import { paths } from '@/lib/routes/paths'

/** Where the search form goes without JavaScript. A blank search means the whole list (specification, section 5). */
export function GET(request: Request) {
  const keyword = (new URL(request.url).searchParams.get('keyword') ?? '').trim()
  const location = keyword === '' ? paths.posts() : paths.searchPosts(keyword)
  return new Response(null, { status: 303, headers: { location } })
}
