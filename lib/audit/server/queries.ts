import type { Admin } from '@/lib/access/actor'
import {
  AUDIT_ACTIONS,
  type AuditRow,
  type AuditSubjectKind,
  type AuditTableRow,
  inverseOf,
  sequenceOf,
} from '@/lib/audit/actions'
import type { ContentName } from '@/lib/content/kinds'
import { isId } from '@/lib/platform/ids'
import { db, type Prisma } from '@/lib/platform/server/db'
import { escapeLike } from '@/lib/platform/server/like'
import { CONTENT_PATHS } from '@/lib/routes/paths'
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
export async function tableAudit(admin: Admin, state: TableState): Promise<TablePage<AuditTableRow>> {
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
  const [existing, isSuperseded, comparisons] = await Promise.all([
    existingRows(rows.flatMap(({ subjectIds, actorId }) => [...subjectIds, actorId])),
    findSuperseded(rows),
    findComparisons(rows),
  ])
  return {
    rows: rows.map((row) => {
      const subject = existing.get(row.subjectIds[0] ?? '')
      const comparison = comparisons.get(row.id) ?? ''
      const states = row.subjectIds.map((id) => existing.get(id))
      return {
        ...toRow(row),
        actorExists: existing.has(row.actorId),
        subjectKind: subject && !subject.isTrashed ? subject.kind : null,
        undo:
          row.outcome === 'done' ? undoOf(admin, row, { states, isSuperseded: isSuperseded(row), comparison }) : null,
        comparison,
      }
    }),
    total,
  }
}

type Event = Prisma.AuditEventGetPayload<{ select: typeof COLUMNS }>
type ExistingRow = { kind: AuditSubjectKind; isTrashed: boolean }
type Circumstances = { states: Array<ExistingRow | undefined>; isSuperseded: boolean; comparison: string }

/** Writes whose values before are stored nowhere, besides updates of texts without a revision. */
const UNSTORED = /\.(update|order|merge)$/

function undoOf(
  { userId }: Admin,
  { action, subjectIds, detail }: Event,
  { states, isSuperseded, comparison }: Circumstances,
): AuditTableRow['undo'] {
  const inverse = inverseOf(action)
  if (!inverse) {
    if (/\.(purge|delete)$/.test(action)) return { reason: 'Deleted permanently.' }
    const isUnstored = UNSTORED.test(action) && comparison === '' && (detail !== '' || !action.endsWith('.update'))
    return isUnstored ? { reason: 'What it was before is not stored.' } : null
  }
  if (isSuperseded) return { reason: 'Changed again since.' }
  const isThere = states.some((state) => state?.isTrashed === (inverse === 'restore'))
  if (!isThere) return { reason: states.some(Boolean) ? 'Changed again since.' : 'Deleted permanently.' }
  return subjectIds.includes(userId) ? { reason: 'Another admin can undo this.' } : inverse
}

/** Finds out whether something was done since to the rows of an event that its undoing would undo instead. */
async function findSuperseded(events: Event[]): Promise<(event: Event) => boolean> {
  const reversible = events.filter(({ action }) => inverseOf(action))
  const [oldest] = reversible.map(({ createdAt }) => createdAt).sort((a, b) => Number(a) - Number(b))
  if (!oldest) return () => false
  const later = await db().auditEvent.findMany({
    where: {
      action: { in: [...new Set(reversible.flatMap(({ action }) => sequenceOf(action)))] },
      createdAt: { gt: oldest },
      outcome: 'done',
      subjectIds: { hasSome: reversible.flatMap(({ subjectIds }) => subjectIds) },
    },
    select: { action: true, createdAt: true, subjectIds: true },
  })
  return ({ action, createdAt, subjectIds }) =>
    later.some(
      (event) =>
        event.createdAt > createdAt &&
        sequenceOf(action).includes(event.action) &&
        event.subjectIds.some((id) => subjectIds.includes(id)),
    )
}

/** By event where the revision it made is compared with the one before: a revision has the time of its transaction. */
async function findComparisons(events: Event[]): Promise<ReadonlyMap<string, string>> {
  const ids = events.flatMap(({ id, action, outcome }) =>
    outcome === 'done' && /^(note|post|page)\.(update|publish|schedule)$/.test(action) ? id : [],
  )
  if (ids.length === 0) return new Map()
  const rows = await db().$queryRaw<
    Array<{ id: string; kind: ContentName; subject: string; to: number; from: number }>
  >`
    SELECT event."id", split_part("action", '.', 1) AS "kind", "subject", max(revision."id") AS "to", max(earlier."id") AS "from"
    FROM (SELECT "id", "action", "createdAt", "subjectIds"[1] AS "subject" FROM "AuditEvent" WHERE "id" = ANY(${ids})) event
    JOIN "Revision" revision
      ON (revision."noteId" = "subject" OR revision."postId" = "subject" OR revision."pageId" = "subject")
      AND revision."status" <> 'copy' AND event."createdAt"
        BETWEEN revision."createdAt" - interval '2 ms' AND revision."updatedAt" + interval '2 ms'
    JOIN "Revision" earlier ON (earlier."noteId" = "subject" OR earlier."postId" = "subject" OR earlier."pageId" = "subject")
      AND earlier."status" <> 'copy' AND earlier."id" < revision."id"
    GROUP BY event."id", "action", "subject"`
  return new Map(
    rows.map(({ id, kind, subject, from, to }) => [
      id,
      `${CONTENT_PATHS[kind].history(subject)}?from=${from}&to=${to}`,
    ]),
  )
}

/** Those of these ids that are of accounts, notes, projects and pages, in the trash too. */
async function existingRows(wanted: string[]): Promise<ReadonlyMap<string, ExistingRow>> {
  const ids = [...new Set(wanted)].filter(isId)
  if (ids.length === 0) return new Map()
  const rows = await db().$queryRaw<Array<ExistingRow & { id: string }>>`
    SELECT "id", 'note' AS "kind", "deletedAt" IS NOT NULL AS "isTrashed" FROM "Note" WHERE "id" = ANY(${ids})
    UNION ALL SELECT "id", 'post', "deletedAt" IS NOT NULL FROM "Post" WHERE "id" = ANY(${ids})
    UNION ALL SELECT "id", 'page', "deletedAt" IS NOT NULL FROM "Page" WHERE "id" = ANY(${ids})
    UNION ALL SELECT "id", 'user', false FROM "User" WHERE "id" = ANY(${ids})`
  return new Map(rows.map(({ id, ...row }) => [id, row]))
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
