import { csvFile } from '@/lib/api/server/json'
import { handle, route } from '@/lib/api/server/route'
import { redirectCalls } from '@/lib/redirects/calls'
import { createRedirectSchema, listRedirectsSchema } from '@/lib/redirects/input'
import { createRedirect } from '@/lib/redirects/server/mutations'
import { listRedirects } from '@/lib/redirects/server/queries'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  handle(redirectCalls.list, { query: listRedirectsSchema }, async ({ actor, query: { format } }) => {
    const data = await listRedirects(actor)
    if (format === 'json') return { data }
    const lines = data.map(({ source, target, origin, hits }) => [source, target ?? '', origin, String(hits)])
    return csvFile('redirects', [['source', 'target', 'origin', 'hits'], ...lines])
  }),
  handle(redirectCalls.create, { body: createRedirectSchema }, async ({ actor, body }) => {
    const data = await createRedirect(actor, body)
    const message = data.target === null ? `${data.source} is gone.` : `${data.source} leads to ${data.target}.`
    return { message, _id: data._id, data }
  }),
)
