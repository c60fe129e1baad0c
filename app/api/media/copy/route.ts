import { handle, route } from '@/lib/api/server/route'
import { mediaCalls } from '@/lib/media/calls'
import { copyImageSchema } from '@/lib/media/input'
import { copyImage } from '@/lib/media/server/mutations'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  handle(mediaCalls.copy, { body: copyImageSchema }, async ({ actor, body }) => ({
    message: 'Picture copied.',
    ...(await copyImage(actor, body)),
  })),
)
