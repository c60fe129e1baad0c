import { handle, route } from '@/lib/api/server/route'
import { mediaCalls } from '@/lib/media/calls'
import { describeImagesSchema } from '@/lib/media/input'
import { describeImages } from '@/lib/media/server/mutations'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  handle(mediaCalls.describe, { body: describeImagesSchema }, async ({ actor, body }) => {
    const count = await describeImages(actor, body)
    return { message: `${count} picture${count === 1 ? '' : 's'} described.`, count }
  }),
)
