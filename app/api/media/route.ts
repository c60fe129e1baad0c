import { handle, route } from '@/lib/api/server/route'
import { mediaCalls } from '@/lib/media/calls'
import { describeImagesSchema, listImagesSchema, trashImagesSchema } from '@/lib/media/input'
import { describeImages, trashImages } from '@/lib/media/server/mutations'
import { listPictures } from '@/lib/media/server/queries'
import { countOf } from '@/lib/platform/format'

const counted = (count: number, what: string) => ({ message: `${countOf(count, 'picture')} ${what}.`, count })

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  handle(mediaCalls.list, { query: listImagesSchema }, async ({ actor, query }) => {
    const { rows: pictures, total } = await listPictures(actor, query)
    return { pictures, total }
  }),
  handle(mediaCalls.describe, { body: describeImagesSchema }, async ({ actor, body }) =>
    counted(await describeImages(actor, body), 'described'),
  ),
  handle(mediaCalls.trash, { body: trashImagesSchema }, async ({ actor, body }) =>
    counted(await trashImages(actor, body), body.action === 'trash' ? 'deleted' : 'restored'),
  ),
)
