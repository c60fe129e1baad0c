import { publicAnswer } from '@/lib/http/answer'
import { parseInput, route } from '@/lib/http/route'
import { listPosts } from '@/lib/post/queries'
import { listPostsQuerySchema } from '@/lib/post/schema'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  async GET({ request }) {
    const query = Object.fromEntries(new URL(request.url).searchParams)
    return publicAnswer(await listPosts(parseInput(listPostsQuerySchema, query)))
  },
})
