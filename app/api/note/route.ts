import { pageQuerySchema } from '@/lib/fields'
import { publicAnswer } from '@/lib/http/answer'
import { parseInput, route } from '@/lib/http/route'
import { listNotes } from '@/lib/note/queries'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  async GET({ request }) {
    const query = Object.fromEntries(new URL(request.url).searchParams)
    return publicAnswer(await listNotes(parseInput(pageQuerySchema, query)))
  },
})
