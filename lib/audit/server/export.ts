import { type AuditRow, actorWords } from '@/lib/audit/actions'

/** Characters that start a formula in a cell, also in their full-width forms. */
const FORMULA = '[=+\\-@\uff1d\uff0b\uff0d\uff20]'
const BEGINS_FORMULA = new RegExp(`^(?:[\\t\\r]|${FORMULA})`)
/** The separator depends on the spreadsheet's locale: `;` in a name would start a cell in half of Europe. */
const FORMULA_INSIDE = new RegExp(`(?<!^)([;,|\\t\\r\\n] *)(?=${FORMULA})`, 'g')
/** A terminal that prints the file would interpret them. */
const CONTROLS = /[^\P{Cc}\t\r\n]/gu

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

/** A line of RFC 4180. */
function csvLine(cells: string[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`
}

/**
 * A CSV cell no spreadsheet treats as a formula, whatever its separator: names and titles are user input, and one that
 * begins with `=` would be evaluated on the owner's machine.
 */
export function csvCell(text: string): string {
  const plain = text.replace(CONTROLS, '')
  const inert = plain.replace(FORMULA_INSIDE, "$1'")
  return `"${BEGINS_FORMULA.test(inert) ? "'" : ''}${inert.replaceAll('"', '""')}"`
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
