import { handle, route } from '@/lib/api/server/route'
import { historyCalls } from '@/lib/history/calls'
import { keepRevisionSchema } from '@/lib/history/input'
import { keepByHand } from '@/lib/working-copy/server/mutations'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  handle(historyCalls.keep, { body: keepRevisionSchema }, async ({ actor, body }) => {
    await keepByHand(actor, body)
    return { message: 'Revision stored.' }
  }),
)
