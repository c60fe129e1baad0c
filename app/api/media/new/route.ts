import { requireAdmin } from '@/lib/auth/session'
import { answer } from '@/lib/http/answer'
import { fieldError } from '@/lib/http/errors'
import { readMultipart } from '@/lib/http/multipart'
import { parseInput, route } from '@/lib/http/route'
import { FORM_LIMITS } from '@/lib/limits'
import { createPicture } from '@/lib/media/mutations'
import { createPictureSchema } from '@/lib/media/schema'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  async POST({ request }) {
    const admin = await requireAdmin()
    const { fields, files } = await readMultipart(request, FORM_LIMITS)
    if (!files.image) throw fieldError('image', 'Choose a picture.')
    const picture = await createPicture(admin, parseInput(createPictureSchema, fields), files.image.bytes)
    return answer({ message: 'Picture uploaded.', ...picture }, 201)
  },
})
