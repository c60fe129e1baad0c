import type { Admin } from '@/lib/auth/actor'
import { db } from '@/lib/db'
import { AppError } from '@/lib/http/errors'
import { isId } from '@/lib/ids'
import { attachImage, detachImages, removeStored, withStagedImage } from '@/lib/media/mutations'
import { POST_COLUMNS, postNotFound, toPost } from '@/lib/post/queries'
import type { CreatePostInput, Post, UpdatePostInput } from '@/lib/post/schema'

/** The bytes of an uploaded picture. */
type Picture = Uint8Array | undefined

/**
 * Creates a project and returns it in its public shape (POST /api/post/new).
 * @throws AppError "wrong-type", "too-large" or "unprocessable" when the picture is not one we accept
 */
export function createPost(_admin: Admin, input: CreatePostInput, picture: Picture): Promise<Post> {
  return withStagedImage(picture, async (staged) => {
    const images = staged && { create: [staged] }
    return toPost(await db().post.create({ data: { ...input, images }, select: POST_COLUMNS }))
  })
}

/**
 * Changes a project (PUT /api/post/{id}). What is left out keeps its value; a picture replaces the one before,
 * whose file is removed once the change is stored.
 * @throws AppError "not-found", the picture's refusals, or "conflict" with the project as it is now when `version`
 * has moved on
 */
export async function updatePost(_admin: Admin, id: string, input: UpdatePostInput, picture: Picture): Promise<Post> {
  if (!isId(id) || (await db().post.count({ where: { id } })) === 0) throw postNotFound()
  const { version, ...fields } = input
  const { post, replaced } = await withStagedImage(picture, (staged) =>
    db().$transaction(async (transaction) => {
      const changed = await transaction.post.updateMany({
        where: { id, ...(version ? { version } : {}) },
        data: { ...fields, version: { increment: 1 } },
      })
      const replaced = changed.count > 0 && staged ? await attachImage(transaction, id, staged, '') : []
      const row = await transaction.post.findUnique({ where: { id }, select: POST_COLUMNS })
      if (!row) throw postNotFound()
      if (changed.count === 0) {
        throw new AppError('conflict', 'This project was changed by someone else meanwhile.', { current: toPost(row) })
      }
      return { post: toPost(row), replaced }
    }),
  )
  await removeStored(replaced)
  return post
}

/**
 * Deletes a project and its pictures.
 * @throws AppError "not-found"
 */
export async function deletePost(_admin: Admin, id: string): Promise<void> {
  if (!isId(id)) throw postNotFound()
  const pictures = await db().$transaction(async (transaction) => {
    // The post first: its lock keeps a replacement under way from adding a picture behind our back.
    await transaction.$queryRaw`SELECT 1 FROM "Post" WHERE "id" = ${id} FOR UPDATE`
    const rows = await detachImages(transaction, id)
    const gone = await transaction.post.deleteMany({ where: { id } })
    if (gone.count === 0) throw postNotFound()
    return rows
  })
  await removeStored(pictures)
}
