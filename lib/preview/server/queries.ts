import type { Admin } from '@/lib/access/actor'
import type { PreviewPass, PreviewSubject } from '@/lib/access/preview-pass'
import { db, type Prisma } from '@/lib/platform/server/db'
import { previewPath } from '@/lib/preview/paths'
import type { PreviewLink } from '@/lib/preview/schema'
import { signedToken, verifiedId } from '@/lib/preview/server/token'
import { databaseNow } from '@/lib/publishing/server/visibility'
import { absolute } from '@/lib/seo/server/site'

/** The column that names the row a link leads to. */
export function subjectColumn({ kind, id }: PreviewSubject) {
  return kind === 'note' ? { noteId: id } : { postId: id }
}

export const LINK_COLUMNS = { id: true, createdAt: true, expiresAt: true } satisfies Prisma.PreviewLinkSelect

type LinkRow = Prisma.PreviewLinkGetPayload<{ select: typeof LINK_COLUMNS }>

export function toPreviewLink({ id, createdAt, expiresAt }: LinkRow): PreviewLink {
  return {
    _id: id,
    url: absolute(previewPath(signedToken(id))),
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
  }
}

/** The links to a note or project that are still valid, oldest first. */
export async function listPreviewLinks(_admin: Admin, subject: PreviewSubject): Promise<PreviewLink[]> {
  const rows = await db().previewLink.findMany({
    where: { ...subjectColumn(subject), expiresAt: { gt: await databaseNow(db()) } },
    orderBy: { id: 'asc' },
    select: LINK_COLUMNS,
  })
  return rows.map(toPreviewLink)
}

/**
 * What a preview link leads to; null when its signature is wrong, or it has expired or been revoked. Whether the row is
 * in the trash is for the reader to find out.
 */
export async function openPreviewLink(token: string): Promise<PreviewPass | null> {
  const id = verifiedId(token)
  if (!id) return null
  const row = await db().previewLink.findUnique({
    where: { id, expiresAt: { gt: await databaseNow(db()) } },
    select: { noteId: true, postId: true },
  })
  if (row?.noteId) return { kind: 'note', id: row.noteId } as PreviewPass
  return row?.postId ? ({ kind: 'post', id: row.postId } as PreviewPass) : null
}
