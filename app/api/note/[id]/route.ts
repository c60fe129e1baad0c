import { json, publicJson } from '@/lib/api/server/json'
import { readJson } from '@/lib/api/server/json-body'
import { parseInput, route } from '@/lib/api/server/route'
import { requireAdmin } from '@/lib/auth/server/session'
import { invalidatePages } from '@/lib/cache/invalidate'
import { JSON_BODY_MAX_BYTES } from '@/lib/content/contract-limits'
import { updateNoteSchema } from '@/lib/note/input'
import { deleteNote, updateNote } from '@/lib/note/server/mutations'
import { requireNote } from '@/lib/note/server/queries'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route<{ id: string }>({
  async GET({ params }) {
    return publicJson({ data: await requireNote(params.id) })
  },
  async PUT({ request, params }) {
    const admin = await requireAdmin()
    const input = parseInput(updateNoteSchema, await readJson(request, JSON_BODY_MAX_BYTES))
    const { note, isChanged } = await updateNote(admin, params.id, input)
    if (isChanged) invalidatePages()
    return json({ message: 'Note updated.', _id: note._id, data: note })
  },
  async DELETE({ params }) {
    const admin = await requireAdmin()
    await deleteNote(admin, params.id)
    invalidatePages()
    return json({ message: 'Note deleted.' })
  },
})
