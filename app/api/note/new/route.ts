import { json } from '@/lib/api/server/json'
import { readJson } from '@/lib/api/server/json-body'
import { parseInput, route } from '@/lib/api/server/route'
import { requireAdmin } from '@/lib/auth/server/session'
import { invalidatePages } from '@/lib/cache/invalidate'
import { JSON_BODY_MAX_BYTES } from '@/lib/content/contract-limits'
import { idempotencyKey } from '@/lib/idempotency/server/idempotency-key'
import { createNoteSchema } from '@/lib/note/input'
import { createNote } from '@/lib/note/server/mutations'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  async POST({ request }) {
    const admin = await requireAdmin()
    const key = idempotencyKey(request)
    const input = parseInput(createNoteSchema, await readJson(request, JSON_BODY_MAX_BYTES))
    const note = await createNote(admin, input, key)
    invalidatePages()
    return json({ message: 'Note created.', _id: note._id, data: note }, 201)
  },
})
