import { handle, route } from '@/lib/api/server/route'
import { moveCalls } from '@/lib/move/calls'
import { exportQuerySchema } from '@/lib/move/input'
import { exportStream } from '@/lib/move/server/export'

export const maxDuration = 300

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  handle(moveCalls.export, { query: exportQuerySchema }, async ({ actor, query, request }) => {
    const body = request.method === 'HEAD' ? null : await exportStream(actor, query)
    return new Response(body, {
      headers: {
        'Content-Type': 'application/zip',
        'Content-Disposition': `attachment; filename="colophon-${new Date().toISOString().slice(0, 10)}.zip"`,
        'Cache-Control': 'private, no-store',
        // Passed on as it is made.
        'X-Accel-Buffering': 'no',
      },
    })
  }),
)
