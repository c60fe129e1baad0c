import { handle, route } from '@/lib/api/server/route'
import { mediaCalls } from '@/lib/media/calls'
import { copyImage } from '@/lib/media/server/mutations'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  handle(mediaCalls.copy, async ({ actor, body }) => ({
    message: 'Picture copied.',
    ...(await copyImage(actor, body)),
  })),
)
