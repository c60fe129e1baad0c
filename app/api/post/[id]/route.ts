import { json, publicJson } from '@/lib/api/server/json'
import { parseInput, route } from '@/lib/api/server/route'
import { requireAdmin } from '@/lib/auth/server/session'
import { invalidatePages } from '@/lib/cache/invalidate'
import { FORM_LIMITS } from '@/lib/content/contract-limits'
import { readMultipart } from '@/lib/http/server/multipart'
import { updatePostSchema } from '@/lib/post/input'
import { deletePost, updatePost } from '@/lib/post/server/mutations'
import { requirePost } from '@/lib/post/server/queries'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route<{ id: string }>({
  async GET({ params }) {
    return publicJson(await requirePost(params.id))
  },
  async PUT({ request, params }) {
    const admin = await requireAdmin()
    const { fields, files } = await readMultipart(request, FORM_LIMITS)
    const input = parseInput(updatePostSchema, fields)
    const { post, isChanged } = await updatePost(admin, params.id, input, files.image?.bytes)
    if (isChanged) invalidatePages()
    return json({ message: 'Project updated.', _id: post._id, data: post })
  },
  async DELETE({ params }) {
    const admin = await requireAdmin()
    await deletePost(admin, params.id)
    invalidatePages()
    return json({ message: 'Project deleted.' })
  },
})
