import { forAdmins, handle, orMarkdown, route } from '@/lib/api/server/route'
import { removal } from '@/lib/content-kind/server/handlers'
import { requireContent, requireContentAsAdmin } from '@/lib/content-kind/server/queries'
import { markdownHandlers } from '@/lib/content-markdown/server/handlers'
import { noteCalls } from '@/lib/note/calls'
import { updateNoteSchema } from '@/lib/note/input'
import { updateNote, WRITABLE_NOTES } from '@/lib/note/server/mutations'
import { NOTES } from '@/lib/note/server/queries'

const markdown = markdownHandlers('note', noteCalls)

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  orMarkdown(
    markdown.answerGet,
    forAdmins(
      handle(noteCalls.readAsAdmin, {}, async ({ actor, params }) => ({
        data: await requireContentAsAdmin(NOTES, actor, params.id),
      })),
      handle(noteCalls.read, {}, async ({ params }) => ({ data: await requireContent(NOTES, params.id) })),
    ),
  ),
  orMarkdown(
    markdown.answerPut,
    handle(noteCalls.update, { body: updateNoteSchema }, async ({ actor, params, body }) => {
      const note = await updateNote(actor, params.id, body)
      return { message: 'Note updated.', _id: note._id, data: note }
    }),
  ),
  removal(WRITABLE_NOTES),
)
