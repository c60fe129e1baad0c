import { handle, route } from '@/lib/api/server/route'
import { mediaCalls } from '@/lib/media/calls'
import { createImageSchema } from '@/lib/media/input'
import { createImage } from '@/lib/media/server/mutations'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  handle(mediaCalls.create, { body: createImageSchema }, async ({ actor, body, image }) => ({
    message: 'Picture uploaded.',
    ...(await createImage(actor, body, image)),
  })),
)
