import { handleRaw, METHODS, route } from '@/lib/api/server/route'
import { AppError } from '@/lib/http/errors'

async function notFound(): Promise<Response> {
  throw new AppError('not-found', 'There is no such call.')
}

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  ...METHODS.map((method) => handleRaw(method, notFound)),
)
