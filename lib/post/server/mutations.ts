import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import type { Admin } from '@/lib/access/actor'
import { recordWrite } from '@/lib/audit/server/mutations'
import { postTexts } from '@/lib/content/post-facts'
import {
  type ContentInput,
  createContent,
  type ImportedRow,
  ownFields,
  updateContent,
  type WritableKind,
} from '@/lib/content-kind/server/mutations'
import { withRichText } from '@/lib/content-kind/server/staged-rich-text'
import { type PostRevision, pictureInRevision, storyInRevision } from '@/lib/history/schema'
import { AppError } from '@/lib/http/errors'
import {
  attachImage,
  attachImages,
  attachPictures,
  detachImages,
  removeStored,
  republishImages,
  republishImagesOf,
  type StagedImage,
  unpublishImagesOf,
  withStagedImage,
} from '@/lib/media/server/mutations'
import { db, type Prisma, type Transaction } from '@/lib/platform/server/db'
import {
  areInOrder,
  type CreatePostInput,
  createPostSchema,
  ENDED_EARLIER,
  type UpdatePostInput,
} from '@/lib/post/input'
import type { AdminPost } from '@/lib/post/schema'
import { POST_COLUMNS, POSTS, type PostRow } from '@/lib/post/server/queries'
import { storeFacts } from '@/lib/repository/server/mutations'
import { countWords } from '@/lib/rich-text/word-count'
import { postEntry } from '@/lib/search/server/mutations'

const { images: IMAGES, ...OWN_COLUMNS } = POST_COLUMNS
const { title, description } = createPostSchema.shape

type Input = ContentInput & Partial<CreatePostInput & UpdatePostInput>
/** As it is written, with the headings of its story for the search. */
type WrittenRow = PostRow & { toc?: Prisma.JsonValue }

/** Projects, as they are written: with a story, which is a rich text, and pictures beside the row. */
export const WRITABLE_POSTS: WritableKind<WrittenRow, Omit<WrittenRow, 'images'>, Input, AdminPost> = {
  ...POSTS,
  complete: z.object({ title, description }),
  ownColumns: { ...OWN_COLUMNS, toc: true },
  // Pinned, a project is no newer: feeds and the site map tell when it changed.
  quietColumns: ['isPinned'],
  stage: (input, picture, write) =>
    withStagedImage(picture, (staged) => {
      const { story, alt, imageIds, pictures, removeImage, ...columns } = ownFields(input)
      const change = { staged, imageIds, pictures, alt, removeImage }
      return withRichText('story', story, (text) =>
        write({
          columns: { ...columns, ...text.columns },
          pictureChanges: ({ images }) => (changesImages(images, change) ? ['images'] : []),
          async attach(transaction, row, before) {
            // A draft may say anything, and is asked when it is published.
            if (row.publishedAt !== null && !areInOrder(row)) {
              const issues = [{ path: 'ended', message: ENDED_EARLIER }]
              throw new AppError('unprocessable', ENDED_EARLIER, { issues })
            }
            await text.attach(transaction)
            if (!changesImages(before?.images ?? [], change)) return { ...row, images: before?.images ?? [] }
            await changeImages(transaction, row.id, change)
            return { ...row, images: await transaction.media.findMany({ where: { postId: row.id }, ...IMAGES }) }
          },
        }),
      )
    }),
  revisionOf({ images, ...row }) {
    const { story, storyStamp, wordCount } = row
    const image = images.map(pictureInRevision)
    return {
      fields: { ...postTexts(row), ...storyInRevision(story), image } as PostRevision,
      stamp: story === '' ? '' : storyStamp,
      words: countWords(row.description) + wordCount,
    }
  },
  entryOf: postEntry,
  async aroundTrash(ids, action, change) {
    if (action === 'purge') {
      let pictures: Awaited<ReturnType<typeof detachImages>> = { deleted: [], others: [] }
      const count = await change(async (transaction, gone) => {
        pictures = await detachImages(transaction, ...gone)
      })
      await removeStored(pictures.deleted)
      // Texts may show one since its project was in the trash, when its file was unpublished.
      await republishImages(pictures.others)
      return count
    }
    // A visible project always has its image: images are republished before and unpublished after it.
    if (action === 'restore') {
      await republishImagesOf(ids)
      const count = await change().catch(async (error) => {
        await unpublishImagesOf(await stillTrashed(ids).catch(() => []))
        throw error
      })
      await republishImagesOf(ids)
      return count
    }
    const count = await change()
    await unpublishImagesOf(ids)
    // A project that was restored in the meantime found nothing to republish.
    const trashed = new Set(await stillTrashed(ids))
    await republishImagesOf(ids.filter((id) => !trashed.has(id)))
    return count
  },
}

async function stillTrashed(ids: string[]): Promise<string[]> {
  const rows = await db().post.findMany({ where: { id: { in: ids }, deletedAt: { not: null } }, select: { id: true } })
  return rows.map(({ id }) => id)
}

type ImageChange = { staged: StagedImage | undefined } & Pick<
  UpdatePostInput,
  'alt' | 'imageIds' | 'pictures' | 'removeImage'
>

function changesImages(images: PostRow['images'], change: ImageChange): boolean {
  const { staged, imageIds, pictures, alt, removeImage } = change
  if (staged) return true
  if (pictures)
    return !isDeepStrictEqual(
      pictures,
      images.map(({ id, alt, caption }) => ({ id, alt, caption })),
    )
  if (imageIds && imageIds.join() !== images.map(({ id }) => id).join()) return true
  return images.length > 0 && (removeImage !== undefined || (alt !== undefined && images[0]?.alt !== alt))
}

/** Replaces or removes a project's images; `alt` describes the first of them. */
async function changeImages(transaction: Transaction, id: string, change: ImageChange): Promise<void> {
  const { staged, imageIds, pictures, alt, removeImage } = change
  if (staged) return attachImage(transaction, id, staged, alt ?? '')
  if (pictures) return attachPictures(transaction, id, pictures)
  if (imageIds) await attachImages(transaction, id, imageIds)
  else if (removeImage) await attachImages(transaction, id, [])
  if (alt !== undefined) await transaction.media.updateMany({ where: { postId: id, position: 0 }, data: { alt } })
}

/**
 * PUT /api/post/order: the pinned projects get the order of their ids.
 * @throws AppError "conflict" when other ones are pinned
 */
export async function orderPinned(admin: Admin, ids: string[]): Promise<void> {
  await db().$transaction(async (transaction) => {
    const pinned = await transaction.$queryRaw<Array<{ id: string; title: string }>>`
      SELECT "id", "title" FROM "Post" WHERE "isPinned" AND "deletedAt" IS NULL ORDER BY "id" FOR NO KEY UPDATE`
    if (pinned.length !== ids.length || pinned.some(({ id }) => !ids.includes(id)))
      throw new AppError('conflict', 'Other projects have been pinned in the meantime.')
    await transaction.$executeRaw`
      UPDATE "Post" SET "pinPosition" = ordered."position"
      FROM unnest(${ids}::text[]) WITH ORDINALITY AS ordered("id", "position")
      WHERE "Post"."id" = ordered."id" AND "pinPosition" <> ordered."position"`
    const subjects = pinned.map(({ id, title }) => ({ id, name: title }))
    await recordWrite(transaction, admin, { action: 'post.order', subjects })
  })
}

/** POST /api/post/new: `createContent` for a project. `picture` is the bytes of an uploaded image. */
export async function createPost(
  admin: Admin,
  { repoFacts, ...input }: CreatePostInput,
  picture: Uint8Array | undefined,
  imported?: ImportedRow,
): Promise<AdminPost> {
  const post = await createContent(WRITABLE_POSTS, admin, input, { picture, imported })
  if (repoFacts) await storeFacts(admin, post._id, repoFacts)
  return post
}

/**
 * PUT /api/post/{id}: `updateContent` for a project. A new image replaces the old one, which stays stored as long as a
 * revision shows it.
 */
export async function updatePost(
  admin: Admin,
  id: string,
  { repoFacts, ...input }: UpdatePostInput,
  picture: Uint8Array | undefined,
  imported?: ImportedRow,
): Promise<AdminPost> {
  const post = await updateContent(WRITABLE_POSTS, admin, id, input, { picture, imported })
  if (repoFacts) await storeFacts(admin, id, repoFacts)
  return post
}
