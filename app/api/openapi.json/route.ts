import { handle, route } from '@/lib/api/server/route'
import { programCalls } from '@/lib/programs/calls'
import { openApiDocument } from '@/lib/programs/server/open-api'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  handle(programCalls.describe, {}, async () => openApiDocument()),
)
