import { handle, route } from '@/lib/api/server/route'
import { repositoryCalls } from '@/lib/repository/calls'
import { readRepositoryInput } from '@/lib/repository/input'
import { readRepository } from '@/lib/repository/server/mutations'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  handle(repositoryCalls.read, { body: readRepositoryInput }, ({ actor, body }) => readRepository(actor, body)),
)
