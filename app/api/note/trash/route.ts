import { json } from '@/lib/api/server/json'
import { readJson } from '@/lib/api/server/json-body'
import { parseInput, route } from '@/lib/api/server/route'
import { requireAdmin } from '@/lib/auth/server/session'
import { invalidatePages } from '@/lib/cache/invalidate'
import { JSON_BODY_MAX_BYTES } from '@/lib/content/contract-limits'
import { trashNotes } from '@/lib/note/server/mutations'
import { trashMessage } from '@/lib/table/table-state'
import { trashActionSchema } from '@/lib/table/trash-schema'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  async POST({ request }) {
    const admin = await requireAdmin()
    const input = parseInput(trashActionSchema, await readJson(request, JSON_BODY_MAX_BYTES))
    const count = await trashNotes(admin, input)
    if (count > 0) invalidatePages()
    return json({ message: trashMessage('note', count, input.action), count })
  },
})
