import { trashRoute } from '@/lib/content-kind/server/handlers'
import { WRITABLE_PAGES } from '@/lib/page/server/mutations'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = trashRoute(WRITABLE_PAGES)
