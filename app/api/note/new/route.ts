import { handle, orMarkdown, route } from '@/lib/api/server/route'
import { markdownHandlers } from '@/lib/content-markdown/server/handlers'
import { noteCalls } from '@/lib/note/calls'
import { createNoteSchema } from '@/lib/note/input'
import { createNote } from '@/lib/note/server/mutations'
import { NOTE_CREATED } from '@/lib/texts/form-constants'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  orMarkdown(
    markdownHandlers('note', noteCalls).answerPost,
    handle(noteCalls.create, { body: createNoteSchema }, async ({ actor, body }) => {
      const note = await createNote(actor, body)
      return { message: NOTE_CREATED, _id: note._id, data: note }
    }),
  ),
)
