import { requireAdmin } from '@/lib/auth/session'
import { answer } from '@/lib/http/answer'
import { readJson } from '@/lib/http/json-body'
import { invalidatePages } from '@/lib/http/pages'
import { parseInput, route } from '@/lib/http/route'
import { JSON_BODY_MAX_BYTES } from '@/lib/limits'
import { trashNotes } from '@/lib/note/mutations'
import { trashMessage } from '@/lib/table'
import { trashActionSchema } from '@/lib/table-schema'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  async POST({ request }) {
    const admin = await requireAdmin()
    const input = parseInput(trashActionSchema, await readJson(request, JSON_BODY_MAX_BYTES))
    const count = await trashNotes(admin, input)
    if (count > 0) invalidatePages()
    return answer({ message: trashMessage('note', count, input.action), count })
  },
})
