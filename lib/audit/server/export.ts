import { type AuditRow, actorWords } from '@/lib/audit/actions'
import { csvLine } from '@/lib/platform/csv'

/** The export formats of the audit log: CSV for spreadsheets, and one JSON object per line for programs. */
export const AUDIT_FORMATS = {
  csv: {
    type: 'text/csv; charset=utf-8',
    head: csvLine(Object.keys(cellsOf())),
    line: (row: AuditRow) => csvLine(Object.values(cellsOf(row))),
  },
  jsonl: { type: 'application/jsonl; charset=utf-8', head: '', line: (row: AuditRow) => `${JSON.stringify(row)}\n` },
} as const

export type AuditFormat = keyof typeof AUDIT_FORMATS

function cellsOf(row?: AuditRow) {
  return {
    time: row?.createdAt ?? '',
    who: row ? actorWords(row) : '',
    whoId: row?.actorId ?? '',
    address: row?.address ?? '',
    action: row?.action ?? '',
    outcome: row?.outcome ?? '',
    times: String(row?.times ?? ''),
    row: row?.subjectIds.join(' ') ?? '',
    rowName: row?.subjectName ?? '',
    detail: row?.detail ?? '',
  }
}

/** Streams the rows in a format, with backpressure. */
export function auditStream(format: AuditFormat, batches: AsyncGenerator<AuditRow[]>): ReadableStream<Uint8Array> {
  const { head, line } = AUDIT_FORMATS[format]
  const encoder = new TextEncoder()
  let isBegun = false
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await batches.next()
      const lines = (done ? [] : value).map(line).join('')
      const text = isBegun ? lines : head + lines
      isBegun = true
      if (text !== '') controller.enqueue(encoder.encode(text))
      if (done) controller.close()
    },
    async cancel() {
      await batches.return(undefined)
    },
  })
}
