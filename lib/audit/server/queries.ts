import type { Admin } from '@/lib/access/actor'
import { AUDIT_ACTIONS, type AuditRow, type AuditSubjectKind, type AuditTableRow } from '@/lib/audit/actions'
import { isId } from '@/lib/platform/ids'
import { db, type Prisma } from '@/lib/platform/server/db'
import { escapeLike } from '@/lib/platform/server/like'
import { readPage, type TablePage, type TableState } from '@/lib/table/table-state'

const EXPORT_BATCH_ROWS = 1_000

const COLUMNS = {
  id: true,
  createdAt: true,
  actorId: true,
  actorName: true,
  via: true,
  address: true,
  action: true,
  outcome: true,
  subjectIds: true,
  subjectName: true,
  detail: true,
  times: true,
} satisfies Prisma.AuditEventSelect

function toRow({ id, createdAt, ...fields }: Prisma.AuditEventGetPayload<{ select: typeof COLUMNS }>): AuditRow {
  return { _id: id, createdAt: createdAt.toISOString(), ...fields }
}

/** Rows with the text in any of their words, also as the screen words an action; an id finds what was done to its row. */
function whereText(filter: string): Prisma.AuditEventWhereInput {
  if (filter === '') return {}
  if (isId(filter)) return { OR: [{ subjectIds: { has: filter } }, { actorId: filter }] }
  const contains = { contains: escapeLike(filter), mode: 'insensitive' } as const
  const worded = Object.entries(AUDIT_ACTIONS).flatMap(([action, words]) =>
    words.toLowerCase().includes(filter.toLowerCase()) ? action : [],
  )
  return {
    OR: [
      { actorName: contains },
      { via: contains },
      { subjectName: contains },
      { detail: contains },
      { address: contains },
      { action: contains },
      { outcome: contains },
      { action: { in: worded } },
    ],
  }
}

/** One page of the audit log; sorted by time or by action. Has no trash. */
export async function tableAudit(_admin: Admin, state: TableState): Promise<TablePage<AuditTableRow>> {
  if (state.filter.includes('\u0000')) return { rows: [], total: 0 }
  const where = whereText(state.filter)
  const total = await db().auditEvent.count({ where })
  const rows = await readPage(state, total, ({ skip, take, direction }) =>
    db().auditEvent.findMany({
      where,
      orderBy: [state.sort === 'title' ? { action: direction } : { createdAt: direction }, { id: direction }],
      skip,
      take,
      select: COLUMNS,
    }),
  )
  const existing = await existingRows(rows.flatMap(({ subjectIds, actorId }) => [...subjectIds.slice(0, 1), actorId]))
  return {
    rows: rows.map((row) => ({
      ...toRow(row),
      actorExists: existing.has(row.actorId),
      subjectKind: existing.get(row.subjectIds[0] ?? '') ?? null,
    })),
    total,
  }
}

/** Those of these ids that are of accounts, or of notes and projects that are not in the trash. */
async function existingRows(wanted: string[]): Promise<ReadonlyMap<string, AuditSubjectKind>> {
  const ids = [...new Set(wanted)].filter(isId)
  if (ids.length === 0) return new Map()
  const rows = await db().$queryRaw<Array<{ id: string; kind: AuditSubjectKind }>>`
    SELECT "id", 'note' AS "kind" FROM "Note" WHERE "id" = ANY(${ids}) AND "deletedAt" IS NULL
    UNION ALL SELECT "id", 'post' FROM "Post" WHERE "id" = ANY(${ids}) AND "deletedAt" IS NULL
    UNION ALL SELECT "id", 'page' FROM "Page" WHERE "id" = ANY(${ids}) AND "deletedAt" IS NULL
    UNION ALL SELECT "id", 'user' FROM "User" WHERE "id" = ANY(${ids})`
  return new Map(rows.map(({ id, kind }) => [id, kind]))
}

/** The complete log, newest first, in batches, so that it is never in memory as a whole. */
export async function* eachAuditRow(_admin: Admin, filter: string): AsyncGenerator<AuditRow[]> {
  if (filter.includes('\u0000')) return
  const text = whereText(filter)
  let before: Prisma.AuditEventWhereInput = {}
  for (;;) {
    const rows = await db().auditEvent.findMany({
      where: { AND: [text, before] },
      orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
      take: EXPORT_BATCH_ROWS,
      select: COLUMNS,
    })
    if (rows.length > 0) yield rows.map(toRow)
    const last = rows.at(-1)
    if (!last || rows.length < EXPORT_BATCH_ROWS) return
    before = { OR: [{ createdAt: { lt: last.createdAt } }, { createdAt: last.createdAt, id: { lt: last.id } }] }
  }
}
