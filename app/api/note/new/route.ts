import { requireAdmin } from '@/lib/auth/session'
import { answer } from '@/lib/http/answer'
import { idempotencyKey } from '@/lib/http/idempotency-key'
import { readJson } from '@/lib/http/json-body'
import { invalidatePages } from '@/lib/http/pages'
import { parseInput, route } from '@/lib/http/route'
import { JSON_BODY_MAX_BYTES } from '@/lib/limits'
import { createNote } from '@/lib/note/mutations'
import { createNoteSchema } from '@/lib/note/schema'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  async POST({ request }) {
    const admin = await requireAdmin()
    const key = idempotencyKey(request)
    const input = parseInput(createNoteSchema, await readJson(request, JSON_BODY_MAX_BYTES))
    const note = await createNote(admin, input, key)
    invalidatePages()
    return answer({ message: 'Note created.', _id: note._id, data: note }, 201)
  },
})
