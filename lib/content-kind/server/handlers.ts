import { handle, route } from '@/lib/api/server/route'
import { NOUNS } from '@/lib/content/kinds'
import { trashCalls } from '@/lib/content-kind/calls'
import { deleteContent, type TrashableKind, trashContent } from '@/lib/content-kind/server/mutations'
import { capitalised } from '@/lib/platform/format'
import { trashMessage } from '@/lib/table/table-state'
import { trashActionSchema } from '@/lib/table/trash-schema'

/** The exports of POST /api/NAME/trash. */
export function trashRoute(kind: TrashableKind) {
  return route(
    handle(trashCalls(kind.name).trash, { body: trashActionSchema }, async ({ actor, body }) => {
      const count = await trashContent(kind, actor, body)
      return { message: trashMessage(NOUNS[kind.name], count, body.action), count }
    }),
  )
}

/** What handles DELETE /api/NAME/{id}. */
export function removal(kind: TrashableKind) {
  return handle(trashCalls(kind.name).remove, {}, async ({ actor, params }) => {
    await deleteContent(kind, actor, params.id)
    return { message: `${capitalised(NOUNS[kind.name])} deleted.` }
  })
}
