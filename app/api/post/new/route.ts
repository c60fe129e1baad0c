import { json } from '@/lib/api/server/json'
import { parseInput, route } from '@/lib/api/server/route'
import { requireAdmin } from '@/lib/auth/server/session'
import { invalidatePages } from '@/lib/cache/invalidate'
import { FORM_LIMITS } from '@/lib/content/contract-limits'
import { readMultipart } from '@/lib/http/server/multipart'
import { idempotencyKey } from '@/lib/idempotency/server/idempotency-key'
import { createPostSchema } from '@/lib/post/input'
import { createPost } from '@/lib/post/server/mutations'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  async POST({ request }) {
    const admin = await requireAdmin()
    const key = idempotencyKey(request)
    const { fields, files } = await readMultipart(request, FORM_LIMITS)
    const post = await createPost(admin, parseInput(createPostSchema, fields), files.image?.bytes, key)
    invalidatePages()
    return json({ message: 'Project created.', _id: post._id, data: post }, 201)
  },
})
