import { parseInput, route } from '@/lib/api/server/route'
import { auditQuerySchema } from '@/lib/audit/input'
import { AUDIT_FORMATS, auditStream } from '@/lib/audit/server/export'
import { eachAuditRow } from '@/lib/audit/server/queries'
import { requireAdmin } from '@/lib/auth/server/session'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  async GET({ request }) {
    const admin = await requireAdmin()
    const query = Object.fromEntries(new URL(request.url).searchParams)
    const { format, filter } = parseInput(auditQuerySchema, query)
    return new Response(auditStream(format, eachAuditRow(admin, filter)), {
      headers: {
        'Content-Type': AUDIT_FORMATS[format].type,
        'Content-Disposition': `attachment; filename="audit-log.${format}"`,
        'Cache-Control': 'private, no-store',
      },
    })
  },
})
