import type { AuditRow } from '@/lib/audit/actions'

/** What makes a formula of a cell, also in the wide letters of East Asian keyboards. */
const FORMULA = '[=+\\-@\uff1d\uff0b\uff0d\uff20]'
const BEGINS_FORMULA = new RegExp(`^(?:[\\t\\r]|${FORMULA})`)
/** Spreadsheets part a line where their country does: `;` in a name would begin a cell in half of Europe. */
const FORMULA_INSIDE = new RegExp(`(?<!^)([;,|\\t\\r\\n] *)(?=${FORMULA})`, 'g')
/** A terminal that shows the file would obey them. */
const CONTROLS = /[^\P{Cc}\t\r\n]/gu

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
 * A cell as no spreadsheet takes for a formula, however it parts the line: names and titles are anybody's words, and one
 * that begins with `=` would be carried out on the owner's machine.
 */
export function csvCell(text: string): string {
  const plain = text.replace(CONTROLS, '')
  const inert = plain.replace(FORMULA_INSIDE, "$1'")
  return `"${BEGINS_FORMULA.test(inert) ? "'" : ''}${inert.replaceAll('"', '""')}"`
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
