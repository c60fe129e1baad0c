import { answer } from '@/lib/api/server/json'
import { parseInput, route } from '@/lib/api/server/route'
import { requireAdmin } from '@/lib/auth/server/session'
import { FORM_LIMITS } from '@/lib/content/contract-limits'
import { fieldError } from '@/lib/http/errors'
import { readMultipart } from '@/lib/http/server/multipart'
import { createPictureSchema } from '@/lib/media/schema'
import { createPicture } from '@/lib/media/server/mutations'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  async POST({ request }) {
    const admin = await requireAdmin()
    const { fields, files } = await readMultipart(request, FORM_LIMITS)
    if (!files.image) throw fieldError('image', 'Choose a picture.')
    const picture = await createPicture(admin, parseInput(createPictureSchema, fields), files.image.bytes)
    return answer({ message: 'Picture uploaded.', ...picture }, 201)
  },
})
