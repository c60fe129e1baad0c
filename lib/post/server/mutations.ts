import type { Admin } from '@/lib/access/actor'
import { recordWrite } from '@/lib/audit/server/mutations'
import { changedNames, differs, writeChange } from '@/lib/content/server/write-change'
import { type RowState, recordRevision } from '@/lib/history/server/mutations'
import { AppError } from '@/lib/http/errors'
import { createOnce } from '@/lib/idempotency/server/mutations'
import {
  attachImage,
  attachImages,
  detachImages,
  removeStored,
  republishImagesOf,
  type StagedImage,
  unpublishImagesOf,
  withStagedImage,
} from '@/lib/media/server/mutations'
import { isId } from '@/lib/platform/ids'
import { db, type Transaction } from '@/lib/platform/server/db'
import type { CreatePostInput, UpdatePostInput } from '@/lib/post/input'
import type { AdminPost } from '@/lib/post/schema'
import { getPostAsAdmin, POST_COLUMNS, type PostRow, postNotFound, toAdminPost } from '@/lib/post/server/queries'
import {
  actionOfChange,
  databaseNow,
  detailOfNew,
  publishedAtOfChanged,
  publishedAtOfNew,
  publishingState,
  timeOfCreation,
} from '@/lib/publishing/server/visibility'
import { countWords } from '@/lib/rich-text/word-count'
import { indexContent } from '@/lib/search/server/mutations'
import type { TrashAction } from '@/lib/table/table-state'

/** The bytes of an uploaded image. */
type Picture = Uint8Array | undefined

/**
 * Creates a project and returns it in its public shape (POST /api/post/new). A retry with the same `key` returns the
 * project created first.
 * @throws AppError "wrong-type", "too-large" or "unprocessable" when the image is not acceptable; "conflict" with the
 * current project when the key was used with another text or image
 */
export function createPost(
  admin: Admin,
  input: CreatePostInput,
  picture: Picture,
  key: string | null = null,
): Promise<AdminPost> {
  const action = 'post.create'
  const find = (id: string) => getPostAsAdmin(admin, id)
  return createOnce({ admin, action, key, fields: input, file: picture, find }, (claim) => {
    const { alt, imageIds, status, publishAt, ...fields } = input
    const publishing = publishedAtOfNew({ status, publishAt })
    return withStagedImage(picture, async (staged) => {
      const { row, now } = await db().$transaction(async (transaction) => {
        const { id } = await transaction.post.create({ data: { ...fields, ...publishing }, select: { id: true } })
        await changeImages(transaction, id, { staged, imageIds, alt, removeImage: undefined })
        const made = await transaction.post.findUniqueOrThrow({ where: { id }, select: POST_COLUMNS })
        const now = await timeOfCreation(transaction, publishing, made)
        const after = stateOf(made, now, now)
        await recordRevision(transaction, admin, { kind: 'post', id: made.id }, { before: null, after })
        await recordWrite(transaction, admin, {
          action,
          subjects: [{ id: made.id, name: made.title }],
          detail: detailOfNew(made, now),
        })
        await indexContent(transaction, 'post', [made.id])
        await claim(transaction, made.id)
        return { row: made, now }
      })
      return toAdminPost(row, now)
    })
  })
}

/**
 * Changes a project (PUT /api/post/{id}). Omitted fields keep their value; a new image replaces the old one, which
 * stays stored as long as a revision shows it. The version grows where something differed.
 * @throws AppError "not-found", as for an image in `createPost`, or "conflict" with the current project when `version`
 * is stale
 */
export async function updatePost(
  admin: Admin,
  id: string,
  input: UpdatePostInput,
  picture: Picture,
): Promise<AdminPost> {
  if (!isId(id) || (await db().post.count({ where: { id, deletedAt: null } })) === 0) throw postNotFound()
  const { version, alt, imageIds, removeImage, status, publishAt, ...fields } = input
  const { row, now } = await withStagedImage(picture, (staged) =>
    db().$transaction(async (transaction) => {
      const now = await databaseNow(transaction)
      const withDate = (row: PostRow) => ({ ...fields, ...publishedAtOfChanged({ status, publishAt }, row, now) })
      const isWritten = (before: PostRow) =>
        differs(before, { ...withDate(before), isPinned: before.isPinned }) ||
        changesImages(before.images, { staged, imageIds, alt, removeImage })
      const { before, row, outcome } = await writeChange({
        version,
        async readRow() {
          const row = await transaction.post.findUnique({ where: { id, deletedAt: null }, select: POST_COLUMNS })
          if (!row) throw postNotFound()
          return row
        },
        isChange: (before) => differs(before, withDate(before)) || isWritten(before),
        async writeRow(before) {
          const changed = await transaction.post.updateMany({
            where: { id, deletedAt: null, ...(version ? { version } : {}) },
            data: {
              ...withDate(before),
              // What somebody has written is theirs. Pinned, a project is no newer: feeds and the site map tell when it changed.
              ...(isWritten(before) ? { isSample: false } : { updatedAt: before.updatedAt }),
              version: { increment: 1 },
            },
          })
          if (changed.count > 0) await changeImages(transaction, id, { staged, imageIds, alt, removeImage })
          return changed
        },
      })
      if (outcome === 'stale') {
        const current = toAdminPost(row, now)
        throw new AppError('conflict', 'Someone else has changed this project in the meantime.', { current })
      }
      if (outcome === 'changed') {
        const states = { before: stateOf(before, now, before.updatedAt), after: stateOf(row, now, now) }
        await recordRevision(transaction, admin, { kind: 'post', id }, states)
        await indexContent(transaction, 'post', [id])
      }
      await recordWrite(transaction, admin, {
        action: `post.${actionOfChange(before, row, now)}`,
        subjects: [{ id, name: row.title }],
        detail: changedNames(before, row).join(', '),
      })
      return { row, now }
    }),
  )
  return toAdminPost(row, now)
}

function stateOf(row: PostRow, now: Date, updatedAt: Date): RowState {
  const { title, description, repo, link, tech, role, forWhom, period, state } = row
  const image = row.images.map(({ url, alt, width, height, placeholder }) => ({ url, alt, width, height, placeholder }))
  return {
    fields: { title, description, repo, link, tech, role, forWhom, period, state, image },
    stamp: '',
    words: countWords(description),
    status: publishingState(row, now).status,
    updatedAt,
  }
}

type ImageChange = { staged: StagedImage | undefined } & Pick<UpdatePostInput, 'alt' | 'imageIds' | 'removeImage'>

function changesImages(images: Array<{ id: string; alt: string }>, change: ImageChange): boolean {
  const { staged, imageIds, alt, removeImage } = change
  if (staged) return true
  if (imageIds && imageIds.join() !== images.map(({ id }) => id).join()) return true
  return images.length > 0 && (removeImage !== undefined || (alt !== undefined && images[0]?.alt !== alt))
}

/** Replaces or removes a project's images; `alt` describes the first of them. */
async function changeImages(transaction: Transaction, id: string, change: ImageChange): Promise<void> {
  const { staged, imageIds, alt, removeImage } = change
  if (staged) return attachImage(transaction, id, staged, alt ?? '')
  if (imageIds) await attachImages(transaction, id, imageIds)
  else if (removeImage) await attachImages(transaction, id, [])
  if (alt !== undefined) await transaction.media.updateMany({ where: { postId: id, position: 0 }, data: { alt } })
}

/**
 * Puts a project into the trash (DELETE /api/post/{id}).
 * @throws AppError "not-found"
 */
export async function deletePost(admin: Admin, id: string): Promise<void> {
  if ((await trashPosts(admin, { ids: [id], action: 'trash' })) === 0) throw postNotFound()
}

/**
 * Moves projects into or out of the trash, or deletes trashed ones permanently with their images; returns how many were
 * affected. A visible project always has its image: images are republished before and unpublished after it.
 */
export async function trashPosts(admin: Admin, { ids, action }: TrashAction): Promise<number> {
  const known = ids.filter(isId)
  if (action === 'purge') return purgePosts(admin, known)
  const isRestore = action === 'restore'
  if (isRestore) await republishImagesOf(known)
  const changed = db().$transaction(async (transaction) => {
    const rows = await transaction.post.updateManyAndReturn({
      where: { id: { in: known }, deletedAt: isRestore ? { not: null } : null },
      data: { deletedAt: isRestore ? null : new Date(), version: { increment: 1 } },
      select: { id: true, title: true },
    })
    const subjects = rows.map(({ id, title }) => ({ id, name: title }))
    await indexContent(
      transaction,
      'post',
      rows.map(({ id }) => id),
    )
    if (subjects.length > 0) await recordWrite(transaction, admin, { action: `post.${action}`, subjects })
    return subjects.length
  })
  const count = await changed.catch(async (error) => {
    if (isRestore) await unpublishImagesOf(await stillTrashed(known).catch(() => []))
    throw error
  })
  if (isRestore) {
    await republishImagesOf(known)
    return count
  }
  await unpublishImagesOf(known)
  // One that was restored meanwhile found nothing to republish.
  const trashed = new Set(await stillTrashed(known))
  await republishImagesOf(known.filter((id) => !trashed.has(id)))
  return count
}

async function stillTrashed(ids: string[]): Promise<string[]> {
  const rows = await db().post.findMany({ where: { id: { in: ids }, deletedAt: { not: null } }, select: { id: true } })
  return rows.map(({ id }) => id)
}

async function purgePosts(admin: Admin, ids: string[]): Promise<number> {
  const { count, pictures } = await db().$transaction(async (transaction) => {
    // The rows first: their lock prevents a concurrent replacement from adding an image.
    const rows = await transaction.$queryRaw<Array<{ id: string; name: string }>>`
      SELECT "id", "title" AS "name" FROM "Post" WHERE "id" = ANY(${ids}) AND "deletedAt" IS NOT NULL ORDER BY "id" FOR UPDATE`
    const trashed = rows.map((row) => row.id)
    const removed = await detachImages(transaction, ...trashed)
    const gone = await transaction.post.deleteMany({ where: { id: { in: trashed } } })
    if (gone.count > 0) await recordWrite(transaction, admin, { action: 'post.purge', subjects: rows })
    return { count: gone.count, pictures: removed }
  })
  await removeStored(pictures)
  return count
}
