import { decodedPath } from '@/lib/addresses/source'
import { db } from '@/lib/platform/server/db'
import { publicNow } from '@/lib/publishing/server/visibility'

/** A note or a project, as far as its addresses go. */
export type Addressed = { kind: 'note' | 'post'; id: string; slug: string | null }

const COLUMNS = { select: { id: true, slug: true } } as const

/** What is public now and had this path before, here or on the site it was brought from; null for none. */
export async function findMoved(path: string): Promise<Addressed | null> {
  const source = decodedPath(path)
  if (source === null) return null
  const isPublic = await publicNow()
  const row = await db().redirect.findUnique({
    where: { source, OR: [{ note: isPublic }, { post: isPublic }] },
    select: { note: COLUMNS, post: COLUMNS },
  })
  if (row?.note) return { kind: 'note', ...row.note }
  return row?.post ? { kind: 'post', ...row.post } : null
}
