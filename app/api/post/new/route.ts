import { requireAdmin } from '@/lib/auth/session'
import { answer } from '@/lib/http/answer'
import { idempotencyKey } from '@/lib/http/idempotency-key'
import { readMultipart } from '@/lib/http/multipart'
import { invalidatePages } from '@/lib/http/pages'
import { parseInput, route } from '@/lib/http/route'
import { FORM_LIMITS } from '@/lib/limits'
import { createPost } from '@/lib/post/mutations'
import { createPostSchema } from '@/lib/post/schema'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  async POST({ request }) {
    const admin = await requireAdmin()
    const key = idempotencyKey(request)
    const { fields, files } = await readMultipart(request, FORM_LIMITS)
    const post = await createPost(admin, parseInput(createPostSchema, fields), files.image?.bytes, key)
    invalidatePages()
    return answer({ message: 'Project created.', _id: post._id, data: post }, 201)
  },
})
