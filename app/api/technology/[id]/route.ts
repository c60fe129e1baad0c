import { handle, route } from '@/lib/api/server/route'
import { keywordOf } from '@/lib/routes/paths'
import { technologyCalls } from '@/lib/technology/calls'
import { updateTechnologySchema } from '@/lib/technology/input'
import { updateTechnology } from '@/lib/technology-names/server/mutations'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  handle(technologyCalls.update, { body: updateTechnologySchema }, async ({ actor, params, body }) => {
    const data = await updateTechnology(actor, keywordOf(params.id), body)
    return { message: `${data.name} updated.`, data }
  }),
)
