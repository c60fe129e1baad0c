import type { Admin, Member } from '@/lib/access/actor'
import { db, Prisma } from '@/lib/platform/server/db'
import { truncate } from '@/lib/platform/truncate'
import { blockText } from '@/lib/rich-text/server/plain-text'
import { parseTree } from '@/lib/rich-text/server/tree'
import { COPY_QUERY } from '@/lib/routes/paths'
import {
  BEGINNING_CHARACTERS,
  COPY_KINDS,
  type CopyEntry,
  type CopyFields,
  type CopyKind,
  type FormCopy,
  RICH_FIELDS,
  type WorkingCopy,
} from '@/lib/working-copy/schema'

const COPY_COLUMNS = {
  id: true,
  kind: true,
  key: true,
  isNew: true,
  baseVersion: true,
  base: true,
  fields: true,
  version: true,
  writer: true,
  sequence: true,
  createdAt: true,
  updatedAt: true,
} satisfies Prisma.WorkingCopySelect

/** An admin's working copy with this key, its rich text cleaned; null when there is none of theirs. */
export function getWorkingCopy(admin: Admin, key: string): Promise<WorkingCopy | null> {
  return readOne(admin, { key })
}

/** What the form of a row goes on with; a member's own profile has no copy on the server. */
export async function formCopy(member: Member, key: string): Promise<FormCopy> {
  const isKept = member.isAdmin
  return { account: member.userId, copy: isKept ? await getWorkingCopy(member as Admin, key) : null, isKept }
}

/**
 * What a form for something new goes on with: the copy its address asks for, or else the one last written in. Also one
 * whose row is gone: what was typed is still there.
 */
export async function newFormCopy(admin: Admin, kind: CopyKind, query: Record<string, unknown>): Promise<FormCopy> {
  const asked = typeof query[COPY_QUERY] === 'string' ? query[COPY_QUERY] : null
  const copy = await readOne(admin, asked === null ? { kind, isNew: true } : { kind, key: asked })
  return { account: admin.userId, copy, isKept: true }
}

async function readOne(admin: Admin, which: Prisma.WorkingCopyWhereInput): Promise<WorkingCopy | null> {
  const row = await db().workingCopy.findFirst({
    where: { ...which, ownerId: admin.userId },
    orderBy: [{ updatedAt: 'desc' }, { id: 'desc' }],
    select: COPY_COLUMNS,
  })
  if (!row) return null
  const { id, createdAt, updatedAt, ...copy } = row
  const kind = copy.kind as CopyKind
  return {
    ...copy,
    _id: id,
    kind,
    base: await cleaned(kind, copy.base as CopyFields),
    fields: await cleaned(kind, copy.fields as CopyFields),
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  }
}

/** By the same policy as what is published; when it is read, because it is written every few seconds. */
async function cleaned(kind: CopyKind, fields: CopyFields): Promise<CopyFields> {
  const clean = { ...fields }
  for (const name of RICH_FIELDS[kind]) {
    if (!clean[name]) continue
    const { refreshRichText } = await import('@/lib/rich-text/server/clean')
    clean[name] = (await refreshRichText(clean[name], 'admins')).html
  }
  return clean
}

type EntryRow = Omit<CopyEntry, '_id' | 'beginning' | 'createdAt' | 'updatedAt'> & {
  id: string
  text: string | null
  createdAt: Date
  updatedAt: Date
}

const ENTRY_COLUMNS = Prisma.sql`
  "id", "kind", "key", "isNew", "version", "writer", "sequence", "createdAt", "updatedAt",
  coalesce("fields"->>'title', '') AS title, left("fields"->>'description', 2000) AS text`

/** An admin's working copies, the one last written in first. */
export async function listWorkingCopies({ userId }: Admin): Promise<CopyEntry[]> {
  return toEntries(
    await db().$queryRaw<EntryRow[]>`
      SELECT ${ENTRY_COLUMNS} FROM "WorkingCopy" WHERE "ownerId" = ${userId} AND "kind" = ANY(${COPY_KINDS}) ORDER BY "updatedAt" DESC, "id" DESC`,
  )
}

/** What an admin has begun and not published, or written in a row that is gone by now; the latest first. */
export async function listUnfinished({ userId }: Admin, kind: 'note' | 'post'): Promise<CopyEntry[]> {
  return toEntries(
    await db().$queryRaw<EntryRow[]>`
      SELECT ${ENTRY_COLUMNS} FROM "WorkingCopy" AS copy
      WHERE "ownerId" = ${userId} AND "kind" = ${kind} AND ("isNew" OR NOT EXISTS (
        SELECT FROM "Note" WHERE "Note"."id" = copy."key" AND "deletedAt" IS NULL
        UNION ALL SELECT FROM "Post" WHERE "Post"."id" = copy."key" AND "deletedAt" IS NULL))
      ORDER BY "updatedAt" DESC, "id" DESC`,
  )
}

function toEntries(rows: EntryRow[]): CopyEntry[] {
  return rows.map(({ id, title, text, createdAt, updatedAt, ...entry }) => ({
    _id: id,
    ...entry,
    title: title.trim(),
    beginning: title.trim() === '' ? beginningOf(entry.kind, text) : '',
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  }))
}

function beginningOf(kind: CopyKind, text: string | null): string {
  if (!text) return ''
  try {
    const isHtml = RICH_FIELDS[kind].includes('description')
    return truncate(isHtml ? blockText(parseTree(text)) : text, BEGINNING_CHARACTERS)
  } catch {
    // Nested too deeply, in what nobody has cleaned yet.
    return ''
  }
}
