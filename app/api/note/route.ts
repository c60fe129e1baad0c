import { publicJson } from '@/lib/api/server/json'
import { parseInput, route } from '@/lib/api/server/route'
import { pageQuerySchema } from '@/lib/content/fields'
import { listNotes } from '@/lib/note/server/queries'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  async GET({ request }) {
    const query = Object.fromEntries(new URL(request.url).searchParams)
    return publicJson(await listNotes(parseInput(pageQuerySchema, query)))
  },
})
