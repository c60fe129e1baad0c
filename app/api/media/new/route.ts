import { json } from '@/lib/api/server/json'
import { parseInput, route } from '@/lib/api/server/route'
import { requireAdmin } from '@/lib/auth/server/session'
import { FORM_LIMITS } from '@/lib/content/contract-limits'
import { fieldError } from '@/lib/http/errors'
import { readMultipart } from '@/lib/http/server/multipart'
import { createImageSchema } from '@/lib/media/input'
import { createImage } from '@/lib/media/server/mutations'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  async POST({ request }) {
    const admin = await requireAdmin()
    const { fields, files } = await readMultipart(request, FORM_LIMITS)
    if (!files.image) throw fieldError('image', 'Choose a picture.')
    const picture = await createImage(admin, parseInput(createImageSchema, fields), files.image.bytes)
    return json({ message: 'Picture uploaded.', ...picture }, 201)
  },
})
