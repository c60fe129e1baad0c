import type { Admin } from '@/lib/access/actor'
import type { PreviewPass } from '@/lib/access/preview-pass'
import { galleryPictures } from '@/lib/content/gallery'
import { type ContentName, type ContentSubject, OWNER_COLUMNS, ownedBy, ownerOf } from '@/lib/content/kinds'
import { POST_TEXTS } from '@/lib/content/post-facts'
import { type NotePage, previewNotePage } from '@/lib/note/server/queries'
import { previewPage, type ShownPage } from '@/lib/page/server/queries'
import { isId } from '@/lib/platform/ids'
import { ownValue } from '@/lib/platform/own-value'
import { db, type Prisma } from '@/lib/platform/server/db'
import { POST_COLUMNS, type PostPage, type PostRow, previewPost } from '@/lib/post/server/queries'
import { previewPath } from '@/lib/preview/paths'
import type { PreviewLink } from '@/lib/preview/schema'
import { signedToken, verifiedId } from '@/lib/preview/server/token'
import { databaseNow } from '@/lib/publishing/server/visibility'
import { absolute } from '@/lib/seo/server/site'
import { type CopyFields, PICTURE_REMOVED, storedPicture } from '@/lib/working-copy/schema'
import { getWorkingCopy } from '@/lib/working-copy/server/queries'

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
export async function listPreviewLinks(_admin: Admin, subject: ContentSubject): Promise<PreviewLink[]> {
  const rows = await db().previewLink.findMany({
    where: { ...ownedBy(subject), expiresAt: { gt: await databaseNow(db()) } },
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
    select: OWNER_COLUMNS,
  })
  return row && passOf(ownerOf(row))
}

/**
 * The page a pass is for, and whether everybody sees it by now; null when there is none, or it is in the trash.
 * @param written what its form holds, for admins, who see it in the trash too
 */
export async function previewOf(pass: PreviewPass, written?: object): Promise<Preview | null> {
  if (pass.kind === 'note') return named(pass.kind, await previewNotePage(pass, written))
  if (pass.kind === 'page') return named(pass.kind, await previewPage(pass, written))
  return named(pass.kind, await previewPost(pass, written))
}

type Read<Shown> = { shown: Shown; isPublic: boolean }
export type Preview =
  | ({ kind: 'note' } & Read<NotePage>)
  | ({ kind: 'page' } & Read<ShownPage>)
  | ({ kind: 'post' } & Read<PostPage>)

const named = <Kind extends ContentName, Shown>(kind: Kind, read: Read<Shown> | null) => read && { kind, ...read }

/** The page of a row as its form holds it: the draft, or what waits beside what is public. Null when there is none. */
export async function unpublished(admin: Admin, subject: ContentSubject): Promise<Preview | null> {
  const pass = passOf(subject)
  if (!pass) return null
  const written = await pendingChanges(admin, subject.id)
  return previewOf(pass, subject.kind === 'post' ? await postChanges(subject.id, written) : written)
}

/** What is written of a project, with the picture its form has chosen. */
async function postChanges(id: string, { image = '', alt, caption, pictures, ...written }: CopyFields) {
  const texts = [...POST_TEXTS, 'story'].flatMap((name) => {
    const text = ownValue(written, name)
    return text === undefined ? [] : [[name, text]]
  })
  const changes: Partial<PostRow> = Object.fromEntries(texts)
  const [cover, ...rest] = await imagesOf(id, image, pictures)
  const shown = cover && { ...cover, alt: alt ?? cover.alt, caption: caption ?? cover.caption }
  return { ...changes, images: shown ? [shown, ...rest] : [] }
}

function passOf({ kind, id }: ContentSubject): PreviewPass | null {
  return isId(id) ? ({ kind, id } as PreviewPass) : null
}

async function pendingChanges(admin: Admin, id: string): Promise<CopyFields> {
  return (await getWorkingCopy(admin, id))?.fields ?? {}
}

async function imagesOf(postId: string, field: string, pictures?: string): Promise<PostRow['images']> {
  if (field === PICTURE_REMOVED) return []
  const own = await db().media.findMany({ where: { postId }, ...POST_COLUMNS.images })
  const listed =
    pictures === undefined ? own.slice(1).map(({ id: _id, ...one }) => ({ _id, ...one })) : galleryPictures(pictures)
  const chosen = storedPicture(field)
  const ids = [chosen?._id ?? own[0]?.id ?? '', ...listed.map(({ _id }) => _id)]
  const rows = await db().media.findMany({ where: { id: { in: ids } }, select: POST_COLUMNS.images.select })
  return ids.flatMap((id, place) => {
    const row = rows.find((candidate) => candidate.id === id)
    const words = listed[place - 1]
    return row ? [{ ...row, ...(words && { alt: words.alt, caption: words.caption }) }] : []
  })
}
