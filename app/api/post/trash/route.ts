import { trashRoute } from '@/lib/content-kind/server/handlers'
import { WRITABLE_POSTS } from '@/lib/post/server/mutations'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = trashRoute(WRITABLE_POSTS)
