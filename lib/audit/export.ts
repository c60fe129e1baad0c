import type { AuditRow } from '@/lib/audit/queries'

/** The formats the audit log leaves in: a table for spreadsheets, and one JSON object a line for programs. */
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
    who: row?.actorName ?? '',
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

/** A line of RFC 4180. */
function csvLine(cells: string[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`
}

/**
 * A cell as no spreadsheet takes for a formula: names and titles are anybody's words, and one that begins with `=`
 * would be carried out on the owner's machine.
 */
export function csvCell(text: string): string {
  const inert = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return `"${inert.replaceAll('"', '""')}"`
}

/** The rows as bytes of a format, made only as fast as they are taken. */
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
