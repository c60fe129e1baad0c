import { describe, expect, it } from 'vitest'
import type { AuditRow } from '@/lib/audit/actions'
import { auditStream } from '@/lib/audit/server/export'
import { csvCell, csvLine, parseCsv } from '@/lib/platform/csv'

const ROW: AuditRow = {
  _id: '1',
  createdAt: '2026-03-01T17:05:09.000Z',
  actorId: 'a',
  via: '',
  actorName: '=HYPERLINK("https://evil.example")',
  address: '2001:db8::1',
  action: 'note.update',
  outcome: 'done',
  subjectIds: ['n'],
  subjectName: 'A "quoted",\r\ntitle',
  detail: '-1',
  times: 1,
}

async function* batches(...rows: AuditRow[][]) {
  yield* rows
}

describe('a cell of the CSV', () => {
  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1'])('is no formula when it begins as %j does', (text) => {
    expect(csvCell(text)).toBe(`"'${text}"`)
  })

  it.each(['a;=1+1', 'a\t=1', 'a\n@SUM(A1)', 'a|+1', 'a; -1', 'a,=1', 'a";=1'])(
    'is no formula either where a spreadsheet parts it anew: %j',
    (text) => {
      expect(csvCell(text)).not.toMatch(/[;|,\t\n] *[=+\-@]/)
    },
  )

  it.each(['＝1+1', '＋1', '－1', '＠SUM(A1)'])('is no formula in wide letters: %s', (text) => {
    expect(csvCell(text)).toBe(`"'${text}"`)
  })

  it('is read as it was', () => {
    const cells = ['=1+1', '-1', '＠a', '/a,-b', '/a; =b|+c', "/it's", '/a-b', '"q"']
    expect(parseCsv(csvLine(cells))[0]).toEqual(cells)
  })

  it('tells a terminal nothing', () => {
    expect(csvCell('a\u001b]0;b\u0007\u009bc\u0000')).toBe('"a]0;bc"')
  })

  it('keeps commas, quotes and line breaks inside', () => {
    expect(csvCell('a "b",\r\nc')).toBe('"a ""b"",\r\nc"')
  })

  it('leaves what only holds such a sign as it is', () => {
    expect(csvCell('a=b')).toBe('"a=b"')
  })
})

describe('the audit log as a file', () => {
  it('is a table with a heading, a line for each row', async () => {
    const text = await new Response(auditStream('csv', batches([ROW], [ROW]))).text()
    const line =
      '"2026-03-01T17:05:09.000Z","\'=HYPERLINK(""https://evil.example"")","a","2001:db8::1","note.update","done","1","n","A ""quoted"",\r\ntitle","\'-1"\r\n'
    expect(text).toBe(
      `"time","who","whoId","address","action","outcome","times","row","rowName","detail"\r\n${line}${line}`,
    )
  })

  it('has its heading also when it is empty', async () => {
    expect(await new Response(auditStream('csv', batches())).text()).toMatch(/^"time","who"/)
    expect(await new Response(auditStream('jsonl', batches())).text()).toBe('')
  })

  it('is one object a line for programs', async () => {
    const text = await new Response(auditStream('jsonl', batches([ROW, ROW]))).text()
    expect(
      text
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual([ROW, ROW])
  })
})
