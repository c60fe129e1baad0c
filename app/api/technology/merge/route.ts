import { handle, route } from '@/lib/api/server/route'
import { technologyCalls } from '@/lib/technology/calls'
import { mergeTechnologiesSchema } from '@/lib/technology/input'
import { mergeTechnologies } from '@/lib/technology-names/server/mutations'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  handle(technologyCalls.merge, { body: mergeTechnologiesSchema }, async ({ actor, body }) => {
    const { name, count } = await mergeTechnologies(actor, body)
    return { message: `${count === 1 ? '1 technology is' : `${count} technologies are`} now ${name}.`, count }
  }),
)
