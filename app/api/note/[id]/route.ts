import { requireAdmin } from '@/lib/auth/session'
import { answer, publicAnswer } from '@/lib/http/answer'
import { readJson } from '@/lib/http/json-body'
import { invalidatePages } from '@/lib/http/pages'
import { parseInput, route } from '@/lib/http/route'
import { JSON_BODY_MAX_BYTES } from '@/lib/limits'
import { deleteNote, updateNote } from '@/lib/note/mutations'
import { requireNote } from '@/lib/note/queries'
import { updateNoteSchema } from '@/lib/note/schema'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route<{ id: string }>({
  async GET({ params }) {
    return publicAnswer({ data: await requireNote(params.id) })
  },
  async PUT({ request, params }) {
    const admin = await requireAdmin()
    const input = parseInput(updateNoteSchema, await readJson(request, JSON_BODY_MAX_BYTES))
    const { note, isChanged } = await updateNote(admin, params.id, input)
    if (isChanged) invalidatePages()
    return answer({ message: 'Note updated.', _id: note._id, data: note })
  },
  async DELETE({ params }) {
    const admin = await requireAdmin()
    await deleteNote(admin, params.id)
    invalidatePages()
    return answer({ message: 'Note deleted.' })
  },
})
