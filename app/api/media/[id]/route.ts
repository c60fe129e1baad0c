import { handle, route } from '@/lib/api/server/route'
import { mediaCalls } from '@/lib/media/calls'
import { replaceImageSchema } from '@/lib/media/input'
import { replaceImage } from '@/lib/media/server/mutations'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  handle(mediaCalls.replace, { body: replaceImageSchema }, async ({ actor, params, image }) => ({
    message: 'Picture replaced.',
    ...(await replaceImage(actor, params.id, image)),
  })),
)
