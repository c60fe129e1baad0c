import { handle, route } from '@/lib/api/server/route'
import { postCalls } from '@/lib/post/calls'
import { orderPostsSchema } from '@/lib/post/input'
import { orderPinned } from '@/lib/post/server/mutations'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  handle(postCalls.order, { body: orderPostsSchema }, async ({ actor, body }) => {
    await orderPinned(actor, body.ids)
    return { message: 'Order saved.' }
  }),
)
