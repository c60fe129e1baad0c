import { handle, route } from '@/lib/api/server/route'
import { auditCalls } from '@/lib/audit/calls'
import { auditQuerySchema } from '@/lib/audit/input'
import { AUDIT_FORMATS, auditStream } from '@/lib/audit/server/export'
import { eachAuditRow } from '@/lib/audit/server/queries'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  handle(auditCalls.export, { query: auditQuerySchema }, async ({ actor, query: { format, filter } }) => {
    return new Response(auditStream(format, eachAuditRow(actor, filter)), {
      headers: {
        'Content-Type': AUDIT_FORMATS[format].type,
        'Content-Disposition': `attachment; filename="audit-log.${format}"`,
        'Cache-Control': 'private, no-store',
      },
    })
  }),
)
