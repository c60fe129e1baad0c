import { handle, route } from '@/lib/api/server/route'
import { AppError } from '@/lib/http/errors'
import { mediaType, readBody } from '@/lib/http/server/body'
import { moveCalls } from '@/lib/move/calls'
import { PART_BYTES } from '@/lib/move/schema'
import { storePart } from '@/lib/move/server/mutations'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  handle(moveCalls.part, {}, async ({ actor, params, request }) => {
    if (mediaType(request) !== 'application/octet-stream')
      throw new AppError('wrong-type', 'Send a part as bytes, with the content type application/octet-stream.')
    const content = await readBody(request, PART_BYTES, 'A part of a file has at most 2 MiB.')
    return storePart(actor, params.id, /^\d{1,6}$/.test(params.part) ? Number(params.part) : -1, content)
  }),
)
