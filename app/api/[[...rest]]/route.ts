import { route } from '@/lib/api/server/route'
import { AppError } from '@/lib/http/errors'

async function notFound(): Promise<Response> {
  throw new AppError('not-found', 'There is no such call.')
}

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  { GET: notFound, POST: notFound, PUT: notFound, PATCH: notFound, DELETE: notFound },
  { isAudited: false },
)
