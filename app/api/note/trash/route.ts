import { trashRoute } from '@/lib/content-kind/server/handlers'
import { WRITABLE_NOTES } from '@/lib/note/server/mutations'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = trashRoute(WRITABLE_NOTES)
