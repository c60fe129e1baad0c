import { forAdmins, handle, route } from '@/lib/api/server/route'
import { noteCalls } from '@/lib/note/calls'
import { deleteNote, updateNote } from '@/lib/note/server/mutations'
import { requireNote, requireNoteAsAdmin } from '@/lib/note/server/queries'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  forAdmins(
    handle(noteCalls.readAsAdmin, async ({ actor, params }) => ({ data: await requireNoteAsAdmin(actor, params.id) })),
    handle(noteCalls.read, async ({ params }) => ({ data: await requireNote(params.id) })),
  ),
  handle(noteCalls.update, async ({ actor, params, body }) => {
    const note = await updateNote(actor, params.id, body)
    return { message: 'Note updated.', _id: note._id, data: note }
  }),
  handle(noteCalls.remove, async ({ actor, params }) => {
    await deleteNote(actor, params.id)
    return { message: 'Note deleted.' }
  }),
)
