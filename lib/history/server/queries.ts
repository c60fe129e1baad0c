import type { Admin } from '@/lib/access/actor'
import type { HistorySubject, RevisionEntry } from '@/lib/history/schema'
import { db, Prisma } from '@/lib/platform/server/db'
import type { Status } from '@/lib/publishing/status'

/** The condition for the revisions of a row. */
export function ofSubject({ kind, id }: HistorySubject) {
  return kind === 'note' ? { noteId: id } : { postId: id }
}

/** The same in SQL. */
export function ofSubjectSql({ kind, id }: HistorySubject): Prisma.Sql {
  return kind === 'note' ? Prisma.sql`"noteId" = ${id}` : Prisma.sql`"postId" = ${id}`
}

const ENTRY_COLUMNS = {
  id: true,
  authorId: true,
  authorName: true,
  status: true,
  words: true,
  createdAt: true,
  updatedAt: true,
} satisfies Prisma.RevisionSelect

/** The revisions of a row, newest first. Whether the row is in the trash is for the caller to find out. */
export async function listRevisions(_admin: Admin, subject: HistorySubject): Promise<RevisionEntry[]> {
  const rows = await db().revision.findMany({
    where: ofSubject(subject),
    orderBy: { id: 'desc' },
    select: ENTRY_COLUMNS,
  })
  return rows.map(({ id, authorId, authorName, status, words, createdAt, updatedAt }, place) => {
    const earlier = rows[place + 1]
    return {
      id,
      author: authorName === '' ? null : { id: authorId, name: authorName },
      status: status as Status,
      words,
      difference: earlier ? words - earlier.words : null,
      createdAt: createdAt.toISOString(),
      updatedAt: updatedAt.toISOString(),
    }
  })
}
