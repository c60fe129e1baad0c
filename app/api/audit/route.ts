import { AUDIT_FORMATS, auditStream } from '@/lib/audit/export'
import { eachAuditRow } from '@/lib/audit/queries'
import { auditQuerySchema } from '@/lib/audit/schema'
import { requireAdmin } from '@/lib/auth/session'
import { parseInput, route } from '@/lib/http/route'

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
