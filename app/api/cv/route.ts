import { handle, route } from '@/lib/api/server/route'
import { cvCalls } from '@/lib/cv/calls'
import { updateCvSchema } from '@/lib/cv/input'
import { updateCv } from '@/lib/cv/server/mutations'
import { getCvAsAdmin } from '@/lib/cv/server/queries'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  handle(cvCalls.read, {}, async ({ actor }) => ({ data: await getCvAsAdmin(actor) })),
  handle(cvCalls.update, { body: updateCvSchema }, async ({ actor, body }) => ({
    message: 'CV updated.',
    data: await updateCv(actor, body),
  })),
)
