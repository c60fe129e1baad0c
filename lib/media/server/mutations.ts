import { createHash } from 'node:crypto'
import type { Admin } from '@/lib/access/actor'
import { recordWrite } from '@/lib/audit/server/mutations'
import { isDatabaseUnavailable } from '@/lib/http/server/database-unavailable'
import type { CreateImageInput, Picture } from '@/lib/media/schema'
import { prepareImage } from '@/lib/media/server/image'
import { mediaStore, newFileName, storeNamed } from '@/lib/media/server/media-store'
import type { StoreName } from '@/lib/media/server/store-driver'
import type { StoredVariant } from '@/lib/media/variants'
import { db, type Prisma, type Transaction } from '@/lib/platform/server/db'
import { env } from '@/lib/platform/server/env'
import { describeError, log } from '@/lib/platform/server/log'

const SWEEP_BATCH_FILES = 500
const DAY_MS = 24 * 60 * 60 * 1000

/** A picture that is in the store and has no row yet. */
export type StagedImage = {
  key: string
  url: string
  store: StoreName
  contentType: string
  bytes: number
  width: number
  height: number
  placeholder: string
  variants: StoredVariant[]
}

/** What is needed to remove a stored picture with all its copies. */
export type StoredImage = { key: string; store: string; variants: Prisma.JsonValue }

const STORED_COLUMNS = { key: true, store: true, variants: true } satisfies Prisma.MediaSelect

/** The keys of everything that is stored of a picture. */
function keysOf({ key, variants }: Pick<StoredImage, 'key' | 'variants'>): string[] {
  return [key, ...(variants as StoredVariant[]).map((variant) => variant.key)]
}

/**
 * Checks, encodes and stores an uploaded picture. Its row comes with `attachImage`; until then it is an orphan that
 * `discard` or the sweep removes. `withStagedImage` does all of it.
 * @throws AppError as `prepareImage` and the store do
 */
export async function stageImage(bytes: Uint8Array): Promise<StagedImage> {
  const image = await prepareImage(bytes)
  const store = mediaStore()
  const mark = await storeMark()
  const { key, url } = await store.put(newFileName(mark, image.extension), image.bytes, image.contentType)
  const variants: StoredVariant[] = []
  try {
    for (const { width, bytes: copy } of image.variants) {
      variants.push({ width, ...(await store.put(newFileName(mark, 'webp'), copy, 'image/webp')) })
    }
  } catch (error) {
    await removeStored([{ key, store: store.name, variants }])
    throw error
  }
  return {
    key,
    url,
    variants,
    store: store.name,
    contentType: image.contentType,
    bytes: image.bytes.byteLength,
    width: image.width,
    height: image.height,
    placeholder: image.placeholder,
  }
}

/**
 * Runs `write` with the staged picture (undefined when no file was sent) and discards the picture when it fails, so
 * that a failed write leaves neither file nor row. `write` opens its own transaction and commits it.
 */
export async function withStagedImage<Result>(
  bytes: Uint8Array | undefined,
  write: (staged: StagedImage | undefined) => Promise<Result>,
): Promise<Result> {
  const staged = bytes && (await stageImage(bytes))
  try {
    return await write(staged)
  } catch (error) {
    if (staged) await discard(staged)
    throw error
  }
}

/**
 * Stores a picture for a text (POST /api/media/new). It belongs to no post: what a text shows is known to the text only.
 * @throws AppError as `stageImage` does
 */
export async function createImage(admin: Admin, { alt }: CreateImageInput, bytes: Uint8Array): Promise<Picture> {
  const staged = await stageImage(bytes)
  try {
    return await db().$transaction(async (transaction) => {
      const { id, url, width, height } = await transaction.media.create({ data: { ...staged, alt } })
      await recordWrite(transaction, admin, { action: 'picture.create', subjects: [{ id, name: alt }] })
      return { _id: id, url, width, height }
    })
  } catch (error) {
    await discard(staged)
    throw error
  }
}

/**
 * Removes a staged picture after its write failed, unless a row names it: a commit whose answer got lost has
 * happened all the same. Never throws; what it cannot remove or cannot ask about is left to the sweep.
 */
export async function discard(staged: StagedImage): Promise<void> {
  try {
    const isReferenced = (await db().media.count({ where: { key: staged.key } })) > 0
    if (!isReferenced) await storeNamed(staged.store).remove(keysOf(staged))
  } catch (error) {
    logLeftover([staged], error)
  }
}

/**
 * Gives a post its picture in place of the one it has, within the caller's transaction, and returns what the old
 * one leaves in the store: hand it to `removeStored` after the commit. Write the post's own row first: its lock
 * keeps two replacements apart.
 */
export async function attachImage(
  tx: Transaction,
  postId: string,
  staged: StagedImage,
  alt: string,
): Promise<StoredImage[]> {
  const replaced = await detachImages(tx, postId)
  await tx.media.create({ data: { ...staged, postId, alt } })
  return replaced
}

/** Removes the rows of a post's pictures and returns their files, for `removeStored` after the commit. */
export async function detachImages(tx: Transaction, ...postIds: string[]): Promise<StoredImage[]> {
  const rows = await tx.media.findMany({
    where: { postId: { in: postIds } },
    select: { id: true, ...STORED_COLUMNS },
  })
  await tx.media.deleteMany({ where: { id: { in: rows.map((row) => row.id) } } })
  return rows.map(({ key, store, variants }) => ({ key, store, variants }))
}

/** Takes the pictures of posts that went to the trash from their addresses. Call it after the commit; never throws. */
export async function unpublishImagesOf(postIds: string[]): Promise<void> {
  try {
    for (const [store, keys] of await keysByStore(postIds)) await storeNamed(store).unpublish(keys)
  } catch (error) {
    log('warn', 'pictures of trashed projects left at their addresses', describeError(error))
  }
}

/** Puts the pictures of posts back at their addresses. Call it before the posts come back. */
export async function republishImagesOf(postIds: string[]): Promise<void> {
  for (const [store, keys] of await keysByStore(postIds)) await storeNamed(store).republish(keys)
}

async function keysByStore(postIds: string[]): Promise<Map<string, string[]>> {
  const rows = await db().media.findMany({ where: { postId: { in: postIds } }, select: STORED_COLUMNS })
  const found = new Map<string, string[]>()
  for (const row of rows) found.set(row.store, [...(found.get(row.store) ?? []), ...keysOf(row)])
  return found
}

/**
 * Removes the files of rows that are gone. Call it after the commit. Never throws: the write has happened, and a
 * file that stays behind is an orphan for the sweep.
 */
export async function removeStored(rows: StoredImage[]): Promise<void> {
  for (const row of rows) {
    try {
      await storeNamed(row.store).remove(keysOf(row))
    } catch (error) {
      logLeftover([row], error)
    }
  }
}

/**
 * Removes pictures that were stored for a text or as an avatar longer than `olderThanDays` ago and that nothing shows or
 * links to, with their files; returns how many. Texts in the trash count: they may come back.
 */
export async function removeUnusedImages(olderThanDays: number): Promise<number> {
  const storedBefore = new Date(Date.now() - olderThanDays * DAY_MS)
  // Every address ends in the key of a picture or of a copy; all texts are read once, however many pictures there are.
  const removed = await db().$queryRaw<StoredImage[]>`
    WITH texts AS (SELECT "description" AS html FROM "Note" UNION ALL SELECT "about" FROM "User"),
         named AS (SELECT DISTINCT found[1] AS key FROM texts, regexp_matches(html, '/([A-Za-z0-9_.-]+)', 'g') AS found)
    DELETE FROM "Media" AS media
    WHERE media."postId" IS NULL AND media."createdAt" < ${storedBefore}
      AND NOT EXISTS (SELECT FROM "SiteSettings" WHERE "avatarId" = media."id")
      AND NOT EXISTS (SELECT FROM named WHERE named.key = media."key")
      AND NOT EXISTS (
        SELECT FROM jsonb_array_elements(media."variants") AS copy JOIN named ON named.key = copy->>'key')
    RETURNING media."key", media."store", media."variants"`
  await removeStored(removed)
  return removed.length
}

/**
 * Removes the files no row names that have been in the store for longer than `olderThanMinutes`, and returns how
 * many. Only files put by this database are looked at. For start-up and once a day; an upload takes far less than
 * the 60 minutes it should be called with.
 * @throws Error when the store or the database cannot be reached; nothing is removed without a row check
 */
export async function deleteOrphanFiles(olderThanMinutes: number): Promise<number> {
  const store = mediaStore()
  const mark = await storeMark()
  const newest = Date.now() - olderThanMinutes * 60_000
  const old: string[] = []
  for await (const file of store.list()) {
    if (file.name.startsWith(`${mark}-`) && file.storedAt.getTime() < newest) old.push(file.key)
  }
  let removed = 0
  for (let at = 0; at < old.length; at += SWEEP_BATCH_FILES) {
    const keys = old.slice(at, at + SWEEP_BATCH_FILES)
    const rows = await db().$queryRaw<{ key: string }[]>`
      SELECT "key" FROM "Media" WHERE "key" = ANY(${keys})
      UNION ALL
      SELECT copy->>'key' FROM "Media", jsonb_array_elements("variants") AS copy WHERE copy->>'key' = ANY(${keys})`
    const named = new Set(rows.map((row) => row.key))
    const orphans = keys.filter((key) => !named.has(key))
    await store.remove(orphans)
    removed += orphans.length
  }
  return removed
}

let mark: string | undefined

/**
 * Twelve hex digits that say which database a file belongs to, put before its name. Two databases may share one
 * store (a preview beside production, another DATABASE_URL over the same DATA_DIR): each sweeps only its own files.
 */
export async function storeMark(): Promise<string> {
  mark ??= createHash('sha256')
    .update(await databaseIdentity())
    .digest('hex')
    .slice(0, 12)
  return mark
}

/** Stable over restarts: the embedded server may change its port, a cluster never changes its identifier. */
async function databaseIdentity(): Promise<string> {
  const { hostname, port, pathname } = new URL(env().DATABASE_URL ?? '')
  try {
    const [row] = await db().$queryRaw<{ cluster: string; name: string }[]>`
      SELECT system_identifier::text AS cluster, current_database()::text AS name FROM pg_control_system()`
    return `${hostname}/${row?.cluster}/${row?.name}`
  } catch (error) {
    // Some hosted databases do not tell; a database that does not answer at all is another matter.
    if (isDatabaseUnavailable(error)) throw error
    return `${hostname}:${port}${pathname}`
  }
}

function logLeftover(rows: StoredImage[], error: unknown): void {
  log('warn', 'a picture is left to the sweep', { keys: rows.map((row) => row.key), ...describeError(error) })
}
