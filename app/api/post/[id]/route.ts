import { requireAdmin } from '@/lib/auth/session'
import { answer, publicAnswer } from '@/lib/http/answer'
import { readMultipart } from '@/lib/http/multipart'
import { invalidatePages } from '@/lib/http/pages'
import { parseInput, route } from '@/lib/http/route'
import { FORM_LIMITS } from '@/lib/limits'
import { deletePost, updatePost } from '@/lib/post/mutations'
import { requirePost } from '@/lib/post/queries'
import { updatePostSchema } from '@/lib/post/schema'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route<{ id: string }>({
  async GET({ params }) {
    return publicAnswer(await requirePost(params.id))
  },
  async PUT({ request, params }) {
    const admin = await requireAdmin()
    const { fields, files } = await readMultipart(request, FORM_LIMITS)
    const input = parseInput(updatePostSchema, fields)
    const { post, isChanged } = await updatePost(admin, params.id, input, files.image?.bytes)
    if (isChanged) invalidatePages()
    return answer({ message: 'Project updated.', _id: post._id, data: post })
  },
  async DELETE({ params }) {
    const admin = await requireAdmin()
    await deletePost(admin, params.id)
    invalidatePages()
    return answer({ message: 'Project deleted.' })
  },
})
