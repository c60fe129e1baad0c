import { handle, route } from '@/lib/api/server/route'
import { mediaCalls } from '@/lib/media/calls'
import { createImage } from '@/lib/media/server/mutations'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  handle(mediaCalls.create, async ({ actor, body, image }) => ({
    message: 'Picture uploaded.',
    ...(await createImage(actor, body, image)),
  })),
)
