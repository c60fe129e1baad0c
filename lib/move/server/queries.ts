import type { Admin } from '@/lib/access/actor'
import type { RevisionFields } from '@/lib/history/schema'
import { db, type Prisma } from '@/lib/platform/server/db'
import type { Post } from '@/lib/post/schema'
import { POST_COLUMNS, type PostRow, toPost } from '@/lib/post/server/queries'
import { readStored } from '@/lib/rich-text/server/stored'
import type { Settings } from '@/lib/site-settings/schema'
import { getSettings } from '@/lib/site-settings/server/queries'

/** Texts are up to a megabyte. */
const BATCH = 20

const PICTURE_COLUMNS = {
  key: true,
  url: true,
  store: true,
  contentType: true,
  alt: true,
  createdAt: true,
} satisfies Prisma.MediaSelect

export type StoredPicture = Prisma.MediaGetPayload<{ select: typeof PICTURE_COLUMNS }>

/** What of the history is taken along: never what somebody has not saved. */
const REVISIONS = {
  where: { status: { not: 'copy' } },
  select: { createdAt: true, updatedAt: true, authorName: true, status: true, fields: true },
  orderBy: { id: 'asc' as const },
} satisfies Prisma.Note$revisionsArgs

export type ExportedRevision = {
  createdAt: Date
  updatedAt: Date
  authorName: string
  status: string
  fields: RevisionFields
}

type Dates = { createdAt: Date; updatedAt: Date; publishedAt: Date | null }
export type ExportedNote = Dates & {
  id: string
  title: string
  slug: string | null
  about: string
  description: string
  version: number
  revisions: ExportedRevision[]
}
export type ExportedPost = Omit<Post, 'createdAt'> &
  Dates & { id: string; isPinned: boolean; images: StoredPicture[]; revisions: ExportedRevision[] }

export type Wanted = { drafts?: boolean; revisions?: boolean }

/** What is in the trash stays here. */
function isWanted({ drafts = false }: Wanted) {
  return { deletedAt: null, ...(drafts ? {} : { publishedAt: { not: null } }) }
}

/** What is to be exported, in the order in which it is, and how many drafts are left out. */
export async function exportedNames(_admin: Admin, wanted: Wanted) {
  const columns = {
    where: isWanted(wanted),
    select: { id: true, slug: true, title: true },
    orderBy: { id: 'asc' as const },
  }
  const [notes, posts] = [await db().note.findMany(columns), await db().post.findMany(columns)]
  const drafts = { where: { deletedAt: null, publishedAt: null } }
  const leftOut = wanted.drafts ? 0 : (await db().note.count(drafts)) + (await db().post.count(drafts))
  return {
    rows: [
      ...notes.map((row) => ({ kind: 'note' as const, ...row })),
      ...posts.map((row) => ({ kind: 'project' as const, ...row })),
    ],
    leftOut,
  }
}

export async function* exportedNotes(_admin: Admin, wanted: Wanted): AsyncIterable<ExportedNote> {
  for (let after = ''; ; ) {
    const rows = await db().note.findMany({
      where: { ...isWanted(wanted), id: { gt: after } },
      omit: { rendered: true, toc: true },
      include: { revisions: { ...REVISIONS, take: wanted.revisions ? undefined : 0 } },
      orderBy: { id: 'asc' },
      take: BATCH,
    })
    for (const { description, descriptionStamp: stamp, revisions, ...row } of rows) {
      // Safe by the rules of today, also where nobody has saved it since they changed.
      const { html } = await readStored({ html: description, stamp, rendered: '', toc: [], wordCount: 0 }, 'admins')
      yield { ...row, description: html, revisions: revisions as Array<ExportedRevision & { fields: never }> }
    }
    const last = rows.at(-1)
    if (!last || rows.length < BATCH) return
    after = last.id
  }
}

export async function* exportedPosts(_admin: Admin, wanted: Wanted): AsyncIterable<ExportedPost> {
  for (let after = ''; ; ) {
    const rows = await db().post.findMany({
      where: { ...isWanted(wanted), id: { gt: after } },
      select: {
        ...POST_COLUMNS,
        images: { ...POST_COLUMNS.images, select: { ...POST_COLUMNS.images.select, ...PICTURE_COLUMNS } },
        revisions: { ...REVISIONS, take: wanted.revisions ? undefined : 0 },
      },
      orderBy: { id: 'asc' },
      take: BATCH,
    })
    for (const { revisions, ...row } of rows) {
      const { id, createdAt, updatedAt, publishedAt, isPinned, images } = row
      const own = { id, createdAt, updatedAt, publishedAt, isPinned, images }
      yield { ...toPost(row as PostRow), ...own, revisions: revisions as Array<ExportedRevision & { fields: never }> }
    }
    const last = rows.at(-1)
    if (!last || rows.length < BATCH) return
    after = last.id
  }
}

export type ExportedSettings = Omit<
  Settings,
  'ownerId' | 'aboutProfileId' | 'avatarId' | 'avatar' | 'version' | 'signUpOpen'
> & { avatar: StoredPicture | null }

/** The settings without what is of this installation alone. */
export async function exportedSettings(_admin: Admin): Promise<ExportedSettings> {
  const { ownerId, aboutProfileId, avatarId, avatar: _, version, signUpOpen, ...settings } = await getSettings()
  const avatar = avatarId ? await db().media.findUnique({ where: { id: avatarId }, select: PICTURE_COLUMNS }) : null
  return { ...settings, avatar }
}

/** Whom the page About shows; of the account only what that page says. */
export async function exportedProfile(_admin: Admin) {
  const { aboutProfileId, ownerId } = await getSettings()
  const row = await db().user.findUnique({
    where: { id: aboutProfileId ?? ownerId ?? '' },
    select: { id: true, name: true, username: true, about: true, aboutStamp: true, version: true },
  })
  if (!row) return null
  const { aboutStamp: stamp, ...profile } = row
  const { html } = await readStored({ html: row.about, stamp, rendered: '', toc: [], wordCount: 0 }, 'admins')
  return { ...profile, about: html }
}

/** Which old addresses lead to what is exported. */
export async function exportedAddresses(_admin: Admin, wanted: Wanted) {
  const isTaken = isWanted(wanted)
  const rows = await db().redirect.findMany({
    where: { OR: [{ note: isTaken }, { post: isTaken }] },
    select: { source: true, noteId: true, postId: true, origin: true },
    orderBy: { source: 'asc' },
  })
  return rows.map(({ source, noteId, postId, origin }) => ({
    from: source,
    kind: noteId === null ? ('project' as const) : ('note' as const),
    id: noteId ?? postId,
    origin,
  }))
}

/** The stored pictures among these addresses. */
export async function storedPictures(urls: string[]): Promise<Map<string, StoredPicture>> {
  if (urls.length === 0) return new Map()
  const rows = await db().media.findMany({ where: { url: { in: [...new Set(urls)] } }, select: PICTURE_COLUMNS })
  return new Map(rows.map((row) => [row.url, row]))
}
