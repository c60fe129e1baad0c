import { publicJson } from '@/lib/api/server/json'
import { parseInput, route } from '@/lib/api/server/route'
import { listPostsQuerySchema } from '@/lib/post/input'
import { listPosts } from '@/lib/post/server/queries'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  async GET({ request }) {
    const query = Object.fromEntries(new URL(request.url).searchParams)
    return publicJson(await listPosts(parseInput(listPostsQuerySchema, query)))
  },
})
