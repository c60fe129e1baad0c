import { createHash } from 'node:crypto'
import type { Admin } from '@/lib/access/actor'
import { skipAuditRow } from '@/lib/audit/server/audit-context'
import { recordWrite } from '@/lib/audit/server/mutations'
import { AppError, fieldError } from '@/lib/http/errors'
import { isDatabaseUnavailable } from '@/lib/http/server/database-unavailable'
import { createInMemoryRateLimit } from '@/lib/http/server/in-memory-rate-limit'
import type { CopyImageInput, CreateImageInput, DescribeImagesInput, TrashImagesInput } from '@/lib/media/input'
import type { Picture } from '@/lib/media/schema'
import { mediaPath, variantName } from '@/lib/media/server/file-name'
import { type PreparedImage, prepareImage } from '@/lib/media/server/image'
import { mediaStore, newFileName, storeNamed } from '@/lib/media/server/media-store'
import { IS_NEW, OF_PICTURES, picturesOnlyOf, unusedPictures } from '@/lib/media/server/queries'
import { downloadImage } from '@/lib/media/server/remote-image'
import type { StoreName } from '@/lib/media/server/store-driver'
import type { StoredVariant } from '@/lib/media/variants'
import { countOf } from '@/lib/platform/format'
import { isId } from '@/lib/platform/ids'
import { readDatabaseAddress } from '@/lib/platform/server/database-address'
import { db, Prisma, type Transaction } from '@/lib/platform/server/db'
import { deadline } from '@/lib/platform/server/deadlines'
import { env } from '@/lib/platform/server/env'
import { describeError, log } from '@/lib/platform/server/log'

const SWEEP_BATCH_FILES = 500
const DAY_MS = 24 * 60 * 60 * 1000

/** An image in the store that has no row yet. */
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

/** The fields needed to delete a stored image with all its variants. */
export type StoredImage = { key: string; store: string; variants: Prisma.JsonValue }

function keysOf({ key, variants }: Pick<StoredImage, 'key' | 'variants'>): string[] {
  return [key, ...(variants as StoredVariant[]).map((variant) => variant.key)]
}

/**
 * Validates, encodes and stores an uploaded image. `attachImage` creates its row; until then it is an orphan, which
 * `discard` or the deletion of orphans removes. `withStagedImage` does all of it.
 * @throws AppError as `prepareImage` and the store do
 */
export async function stageImage(bytes: Uint8Array, prepare = prepareImage): Promise<StagedImage> {
  const image = await prepare(bytes)
  const store = mediaStore()
  const name = newFileName(await storeMark(), image.extension)
  const { key, url } = await store.put(name, image.bytes, image.contentType)
  const variants: StoredVariant[] = []
  try {
    for (const { width, bytes: copy } of image.variants) {
      variants.push({ width, ...(await store.put(variantName(name, width), copy, 'image/webp')) })
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
 * Runs `write` with the staged image (undefined when no file was sent) and deletes the image when it has not got a row:
 * a write that fails or is a repeated one leaves no file. `write` opens and commits its own transaction.
 */
export async function withStagedImage<Result>(
  bytes: Uint8Array | undefined,
  write: (staged: StagedImage | undefined) => Promise<Result>,
): Promise<Result> {
  const staged = bytes && (await stageImage(bytes))
  try {
    return await write(staged)
  } finally {
    if (staged) await discard(staged)
  }
}

/**
 * Stores an image for a text (POST /api/media/new). It belongs to no post: only the text refers to it. A program sends
 * its files again and again: the same one is the same picture.
 * @throws AppError as `stageImage` does
 */
export async function createImage(admin: Admin, input: CreateImageInput, bytes: Uint8Array): Promise<Picture> {
  const sourceHash = admin.token ? sha256(bytes) : ''
  const known = admin.token ? await knownPicture(sourceHash, null) : null
  if (!known) return storeImage(admin, input, bytes, 'picture.create', { sourceHash })
  // The first request is in the audit log already.
  skipAuditRow()
  return known
}

const COPIES = { windowMs: 60_000, perKey: 60, all: 120 }
const withinCopies = createInMemoryRateLimit(COPIES)

/**
 * Stores a copy of an image of another server, for a text (POST /api/media/copy). One that is in the store already is
 * returned as it is: a text may be pasted from one of our pages.
 * @throws AppError "too-many" over 60 in a minute; else as `downloadImage` and `stageImage` do
 */
export async function copyImage(admin: Admin, { address, alt }: CopyImageInput): Promise<Picture> {
  const known = await db().media.findFirst({
    where: { url: address, postId: null, deletedAt: null, avatarOf: { none: {} } },
  })
  if (known) {
    const { id, url, width, height } = known
    return { _id: id, url, width, height }
  }
  if (!withinCopies(admin.userId)) {
    throw new AppError('too-many', 'Too many pictures at once. Try again in a minute.', { retryAfterSeconds: 60 })
  }
  return storeImage(admin, { alt }, await downloadImage(address), 'picture.copy')
}

type ImportedPicture = {
  alt?: string
  /** The project whose picture it becomes; null for a text. */
  postId?: string | null
  /** Whether one that was imported before may be taken again. */
  isShared?: boolean
}

/**
 * Stores a picture of an import, unless the same project, or another text, has it already. What no text and no project takes
 * in the end, maintenance removes.
 * @throws AppError as `stageImage` does
 */
export async function importPicture(
  admin: Admin,
  bytes: Uint8Array,
  { alt = '', postId = null, isShared = true }: ImportedPicture = {},
): Promise<Picture> {
  const sourceHash = sha256(bytes)
  const known = isShared ? await knownPicture(sourceHash, postId) : null
  return known ?? storeImage(admin, { alt }, bytes, 'picture.create', { sourceHash, prepare: prepareImported })
}

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

async function knownPicture(sourceHash: string, postId: string | null): Promise<Picture | null> {
  const [known] = await db().media.updateManyAndReturn({
    where: { sourceHash, postId, deletedAt: null, avatarOf: { none: {} } },
    // As new, so that the sweep of unused pictures skips it until its text is there.
    data: { createdAt: new Date() },
    select: { id: true, url: true, width: true, height: true },
    limit: 1,
  })
  return known ? { _id: known.id, url: known.url, width: known.width, height: known.height } : null
}

/** Imports alone take drawings: they come with texts, and an editor has no use for a file it cannot change. */
async function prepareImported(bytes: Uint8Array): Promise<PreparedImage> {
  const { isDrawing, sanitiseDrawing } = await import('@/lib/rich-text/server/drawing')
  if (!isDrawing(bytes)) return prepareImage(bytes)
  const drawing = sanitiseDrawing(bytes)
  if (!drawing) throw fieldError('image', 'This drawing (SVG) is damaged, or too large to be checked.')
  const { svg, width, height } = drawing
  const kind = { contentType: 'image/svg+xml', extension: 'svg' } as const
  return { ...kind, bytes: Buffer.from(svg), width, height, placeholder: '', variants: [] }
}

/** The same of a picture at an address. @throws AppError as `downloadImage` does, too */
export async function importPictureFrom(admin: Admin, address: string): Promise<Picture> {
  return importPicture(admin, await downloadImage(address))
}

async function storeImage(
  admin: Admin,
  { alt }: CreateImageInput,
  bytes: Uint8Array,
  action: 'picture.create' | 'picture.copy',
  { sourceHash = '', prepare = prepareImage } = {},
): Promise<Picture> {
  const staged = await stageImage(bytes, prepare)
  try {
    return await db().$transaction(async (transaction) => {
      const { id, url, width, height } = await transaction.media.create({ data: { ...staged, alt, sourceHash } })
      await recordWrite(transaction, admin, { action, subjects: [{ id, name: alt }] })
      return { _id: id, url, width, height }
    })
  } catch (error) {
    await discard(staged)
    throw error
  }
}

/**
 * Deletes a staged image unless a row refers to it: also a commit whose confirmation was lost has happened. Never throws; what it cannot delete or check is left to the deletion of orphans.
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
 * Gives a post these stored images, in this order, within the caller's transaction. Those it had stay in the store,
 * for its revisions, until `removeUnusedImages` finds nothing that shows them. Write the post's own row first: its lock
 * serialises concurrent replacements.
 * @throws AppError "unprocessable" naming `imageIds` when one of them is not there to be taken
 */
export function attachImages(tx: Transaction, postId: string, ids: string[]): Promise<void> {
  return attach(
    tx,
    postId,
    ids.map((id) => ({ id })),
    () => 'imageIds',
  )
}

/** The same with their words. @throws AppError "unprocessable" naming the one of `pictures` */
export function attachPictures(tx: Transaction, postId: string, pictures: Described[]): Promise<void> {
  return attach(tx, postId, pictures, (position) => `pictures.${position}.id`)
}

type Described = { id: string; alt: string; caption: string }

async function attach(
  tx: Transaction,
  postId: string,
  pictures: Array<Pick<Described, 'id'> & Partial<Described>>,
  pathOf: (position: number) => string,
): Promise<void> {
  await tx.media.updateMany({ where: { postId, id: { notIn: pictures.map(({ id }) => id) } }, data: { postId: null } })
  for (const [position, { id, ...words }] of pictures.entries()) {
    const where = { id, OR: [{ postId: null }, { postId }], deletedAt: null, avatarOf: { none: {} } }
    const { count } = isId(id)
      ? await tx.media.updateMany({ where, data: { postId, position, ...words } })
      : { count: 0 }
    if (count === 0) throw fieldError(pathOf(position), 'This picture is no longer stored. Choose it again.')
  }
}

/** Gives a post a staged image as its only one, as `attachImages` does. */
export async function attachImage(tx: Transaction, postId: string, staged: StagedImage, alt: string): Promise<void> {
  const { id } = await tx.media.create({ data: { ...staged, alt }, select: { id: true } })
  await attachImages(tx, postId, [id])
}

/**
 * Deletes the rows of posts' images and returns their files, for `removeStored` after the commit. Those that other texts
 * show stay, and belong to no post from then on: the ids of these are for `republishImages`.
 */
export async function detachImages(tx: Transaction, ...postIds: string[]) {
  const deleted = await tx.$queryRaw<StoredImage[]>`
    DELETE FROM "Media" WHERE "id" = ANY(ARRAY(${picturesOnlyOf(postIds)})) RETURNING "key", "store", "variants"`
  const where = { postId: { in: postIds } }
  const others = await tx.media.updateManyAndReturn({ where, data: { postId: null }, select: { id: true } })
  return { deleted, others: others.map(({ id }) => id) }
}

/** Unpublishes the images of trashed posts that nothing else shows. Call it after the commit; never throws. */
export const unpublishImagesOf = (postIds: string[]) => unpublish(picturesOnlyOf(postIds))

async function unpublish(ids: Prisma.Sql): Promise<void> {
  try {
    for (const [store, keys] of await keysByStore(ids)) await storeNamed(store).unpublish(keys)
  } catch (error) {
    log('warn', 'deleted pictures left at their addresses', describeError(error))
  }
}

/** Republishes images that other texts show. */
export const republishImages = (ids: string[]) => republish(Prisma.sql`SELECT unnest(${ids}::text[])`)

/** Republishes the images of posts. Call it before the posts are restored. */
export const republishImagesOf = (postIds: string[]) =>
  republish(Prisma.sql`SELECT "id" FROM "Media" WHERE "postId" = ANY(${postIds})`)

async function republish(ids: Prisma.Sql): Promise<void> {
  for (const [store, keys] of await keysByStore(ids)) await storeNamed(store).republish(keys)
}

async function keysByStore(ids: Prisma.Sql): Promise<Map<string, string[]>> {
  const rows = await db().$queryRaw<StoredImage[]>`
    SELECT "key", "store", "variants" FROM "Media" WHERE "id" = ANY(ARRAY(${ids}))`
  const found = new Map<string, string[]>()
  for (const row of rows) found.set(row.store, [...(found.get(row.store) ?? []), ...keysOf(row)])
  return found
}

/**
 * Deletes the files of deleted rows. Call it after the commit. Never throws: the write has happened, and a remaining
 * file is an orphan.
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
 * Describes stored images; returns how many got another description. That of a project's picture is the project's own;
 * a text keeps what it says of a picture, and what is inserted from then on says this.
 */
export function describeImages(admin: Admin, { pictures }: DescribeImagesInput): Promise<number> {
  const [ids, alts] = [pictures.map(({ id }) => id), pictures.map(({ alt }) => alt)]
  return db().$transaction(async (tx) => {
    const described = Prisma.sql`unnest(${ids}::text[], ${alts}::text[]) AS described("id", "alt")`
    const isChanged = Prisma.sql`media."id" = described."id" AND media."alt" <> described."alt"`
    // Their projects first, as saves do, and in order: of two such writes one waits for the other.
    await tx.$executeRaw`
      UPDATE "Post" SET "version" = "version" + 1 WHERE "id" = ANY(ARRAY(
        SELECT "id" FROM "Post" WHERE "id" IN (SELECT "postId" FROM "Media" AS media JOIN ${described} ON ${isChanged})
        ORDER BY "id" FOR NO KEY UPDATE))`
    await tx.$queryRaw`SELECT "id" FROM "Media" WHERE "id" = ANY(${ids}) ORDER BY "id" FOR NO KEY UPDATE`
    const rows = await tx.$queryRaw<Array<{ id: string; alt: string }>>`
      UPDATE "Media" AS media SET "alt" = described."alt" FROM ${described} WHERE ${isChanged}
      RETURNING media."id", media."alt"`
    await recordWrite(tx, admin, {
      action: 'picture.describe',
      subjects: rows.map(({ id, alt }) => ({ id, name: alt })),
    })
    return rows.length
  })
}

/** At most so many earlier addresses of a picture redirect to it. */
const REPLACED_MAX = 20

/**
 * Replaces the file of a stored image: texts, drafts, working copies and revisions show the new one, and so do the
 * projects and settings it belongs to. Its old address leads to the new one. Returns how many rows show it.
 * @throws AppError "not-found"; "unprocessable" for the file that is stored already; "conflict" when another one replaces
 * it at the same time; else as `stageImage` does
 */
export async function replaceImage(admin: Admin, id: string, bytes: Uint8Array): Promise<Picture & { count: number }> {
  const before = isId(id) ? await db().media.findFirst({ where: { id, deletedAt: null } }) : null
  if (!before) throw new AppError('not-found', 'This picture is no longer stored.')
  const staged = await stageImage(bytes)
  const limit = { timeout: deadline('allTexts') }
  try {
    if ((await hashOf(before).catch(() => '')) === (await hashOf(staged)))
      throw fieldError('image', 'This file is the picture that is stored already. Choose another one.')
    const { url, width, height } = staged
    const replaced = await db().$transaction(async (tx) => {
      const count = await replaceInRows(tx, { ...before, variants: before.variants as StoredVariant[] }, staged)
      const where = { id, key: before.key, deletedAt: null }
      // The same file imported again is another picture.
      const written = await tx.media.updateMany({ where, data: { ...staged, sourceHash: '' } })
      if (written.count === 0)
        throw new AppError('conflict', 'Someone else has replaced or deleted this picture. Reload the page.')
      await tx.$executeRaw`UPDATE "Redirect" SET "target" = ${url} WHERE ${OF_PICTURES} AND "target" = ${before.url}`
      await tx.redirect.create({ data: { source: mediaPath(before.key), target: url, origin: 'owner' } })
      await tx.$executeRaw`
        DELETE FROM "Redirect" WHERE "id" = ANY(ARRAY(
          SELECT "id" FROM "Redirect" WHERE ${OF_PICTURES} AND "target" = ${url}
          ORDER BY "createdAt" DESC OFFSET ${REPLACED_MAX}))`
      const subjects = [{ id, name: before.alt }]
      await recordWrite(tx, admin, { action: 'picture.replace', subjects, detail: `in ${countOf(count, 'place')}` })
      return { _id: id, url, width, height, count }
    }, limit)
    // At UploadThing no address can lead to another one: there it stays.
    if (before.store === 'disk') await removeStored([before])
    const project = { id: before.postId ?? '', deletedAt: { not: null } }
    const isTrashed = async () => (await db().post.count({ where: project })) > 0
    if (await isTrashed()) {
      await unpublishImagesOf([project.id])
      // A project that was restored in the meantime found nothing to republish.
      if (!(await isTrashed())) await republishImagesOf([project.id])
    }
    return replaced
  } finally {
    await discard(staged)
  }
}

/** SHA-256 of a stored file; "" where it is gone. */
async function hashOf({ store, ...file }: { store: string; key: string; url: string }): Promise<string> {
  const stream = await storeNamed(store).open(file)
  if (!stream) return ''
  const hash = createHash('sha256')
  for await (const chunk of stream) hash.update(chunk)
  return hash.digest('hex')
}

type Replaced = Pick<StagedImage, 'key' | 'url' | 'variants'> & { id: string; postId: string | null }

/** Writes the new address, with its sizes, for every one that names the old picture; returns how many rows it changed. */
async function replaceInRows(
  tx: Transaction,
  old: Replaced,
  { key, url, width, height }: StagedImage,
): Promise<number> {
  const files = [old, ...old.variants]
  const keys = files.map(({ key }) => key)
  // With the site's own address first: at another store the new one has an origin of its own.
  const site = url.startsWith('/') ? '' : (env().SITE_URL ?? '')
  const addresses = files.flatMap((file) => [`${site}${file.url}`, file.url])
  const moved = (text: Prisma.Sql) =>
    addresses.reduce((changed, address) => Prisma.sql`replace(${changed}, ${address}, ${url})`, text)
  const sized = (text: Prisma.Sql, quote: string) => {
    const [src, size] = [`src=${quote}${url}${quote}`, `${quote}[0-9]+${quote}`]
    const written = `\\1 width=${quote}${width}${quote} height=${quote}${height}${quote}`
    return Prisma.sql`regexp_replace(${text}, ${`(<img ${src}[^>]*?) width=${size} height=${size}`}, ${written}, 'g')`
  }
  const html = (column: Prisma.Sql) => sized(moved(column), '"')
  // A quote in JSON, by its backslash.
  const json = (column: Prisma.Sql) => Prisma.sql`${sized(moved(Prisma.sql`${column}::text`), '\\\\"')}::jsonb`
  const [description, rendered] = [html(Prisma.sql`"description"`), html(Prisma.sql`"rendered"`)]
  // Projects first, as saves of theirs do.
  const counts = [
    await tx.$executeRaw`
      UPDATE "Post" SET "story" = ${html(Prisma.sql`"story"`)}, "rendered" = ${rendered}, "version" = "version" + 1
      WHERE "id" = ${old.postId} OR pictures_in("story") && ${keys}`,
    await tx.$executeRaw`
      UPDATE "Note" SET "description" = ${description}, "rendered" = ${rendered}, "version" = "version" + 1
      WHERE pictures_in("description") && ${keys}`,
    await tx.$executeRaw`
      UPDATE "Page" SET "description" = ${description}, "rendered" = ${rendered}, "version" = "version" + 1
      WHERE pictures_in("description") && ${keys}`,
    await tx.$executeRaw`
      UPDATE "User" SET "about" = ${html(Prisma.sql`"about"`)}, "aboutRendered" = ${html(Prisma.sql`"aboutRendered"`)}, "version" = "version" + 1
      WHERE pictures_in("about") && ${keys}`,
    await tx.$executeRaw`
      UPDATE "Cv" SET "document" = ${moved(Prisma.sql`"document"`)}, "version" = "version" + 1
      WHERE pictures_in("document") && ${keys}`,
    await tx.$executeRaw`UPDATE "SiteSettings" SET "version" = "version" + 1 WHERE "avatarId" = ${old.id}`,
  ]
  // The base too: a copy is merged with its row by it. An open form gets 409, and merges the change.
  const fields = json(Prisma.sql`"fields"`)
  await tx.$executeRaw`
    UPDATE "WorkingCopy" SET "fields" = ${fields}, "base" = ${json(Prisma.sql`"base"`)}, "version" = "version" + 1,
      "writer" = '', "sequence" = 0
    WHERE pictures_in("fields"::text) && ${keys}`
  await tx.$executeRaw`
    UPDATE "Revision" SET "fields" = ${fields}, "pictures" = array_append("pictures", ${key})
    WHERE pictures_in("pictures") && ${keys}`
  return counts.reduce((sum, count) => sum + count, 0)
}

/**
 * Deletes stored images that nothing shows, or undoes that; returns how many. One of the last hour may be of a text that
 * is being written.
 * @throws AppError "conflict" when one of them is used by now, or as new as that
 */
export async function trashImages(admin: Admin, { ids, action }: TrashImagesInput): Promise<number> {
  const isTrash = action === 'trash'
  const deleted = Prisma.sql`SELECT "id" FROM "Media" WHERE "id" = ANY(${ids}) AND "deletedAt" IS NOT NULL`
  const found = isTrash
    ? unusedPictures(Prisma.sql`"id" = ANY(${ids}) AND "deletedAt" IS NULL AND NOT ${IS_NEW}`)
    : deleted
  if (!isTrash) await republish(deleted)
  const count = await db().$transaction(async (tx) => {
    const rows = await tx.$queryRaw<Array<{ id: string; name: string }>>`
      UPDATE "Media" SET "deletedAt" = CASE WHEN ${isTrash} THEN now() END WHERE "id" = ANY(ARRAY(${found}))
      RETURNING "id", "alt" AS "name"`
    if (isTrash && rows.length < new Set(ids).size)
      throw new AppError(
        'conflict',
        'A picture is in use, or was stored within the last hour. Reload the page, or try again later.',
      )
    await recordWrite(tx, admin, { action: `picture.${action}`, subjects: rows })
    return rows.length
  })
  if (isTrash) await unpublish(deleted)
  return count
}

/** Pictures whose uses are looked up at once: few enough for a query to end in time. */
const UNUSED_BATCH = 500

/**
 * Deletes images that belong to no project and were stored more than `olderThanDays` ago, where nothing refers to them,
 * with their files; returns how many. Texts in the trash, working copies and revisions count: they may yet be
 * published.
 */
export async function removeUnusedImages(olderThanDays: number): Promise<number> {
  const storedBefore = new Date(Date.now() - olderThanDays * DAY_MS)
  const candidates = await db().media.findMany({
    where: { postId: null, createdAt: { lt: storedBefore } },
    select: { id: true },
  })
  const ids = candidates.map(({ id }) => id)
  let removed = 0
  for (let at = 0; at < ids.length; at += UNUSED_BATCH) {
    const batch = ids.slice(at, at + UNUSED_BATCH)
    const unused = unusedPictures(Prisma.sql`"id" = ANY(${batch}) AND "createdAt" < ${storedBefore}`)
    // A project may have taken one meanwhile, and a text that names one has made it young again.
    const rows = await db().$queryRaw<StoredImage[]>`
      DELETE FROM "Media" WHERE "id" = ANY(ARRAY(${unused})) AND "postId" IS NULL AND "createdAt" < ${storedBefore}
      RETURNING "key", "store", "variants"`
    await removeStored(rows)
    removed += rows.length
  }
  await db().$executeRaw`
    DELETE FROM "Redirect" WHERE ${OF_PICTURES} AND NOT EXISTS (SELECT FROM "Media" WHERE "url" = "target")`
  return removed
}

/**
 * Deletes the files no row refers to that were stored more than `olderThanMinutes` ago, and returns how many. On disk
 * those of replaced pictures count, which would go on being served. Only files of this database are considered. Runs at
 * start and once a day, with 60 minutes, far longer than an upload takes.
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
      SELECT copy->>'key' FROM "Media", jsonb_array_elements("variants") AS copy WHERE copy->>'key' = ANY(${keys})
      UNION ALL
      SELECT substr("source", length('/media/') + 1) FROM "Redirect"
      WHERE ${store.name !== 'disk'} AND ${OF_PICTURES} AND "source" = ANY(${keys.map(mediaPath)})`
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

/** Stable across restarts: the embedded server's port may change, a cluster's identifier never does. */
async function databaseIdentity(): Promise<string> {
  const { host = '', port = '', database = '' } = readDatabaseAddress(env().DATABASE_URL ?? '')
  const hostname = host.includes(':') ? `[${host}]` : host
  try {
    const [row] = await db().$queryRaw<{ cluster: string; name: string }[]>`
      SELECT system_identifier::text AS cluster, current_database()::text AS name FROM pg_control_system()`
    return `${hostname}/${row?.cluster}/${row?.name}`
  } catch (error) {
    // Some hosted databases refuse this query; an unavailable database is another matter.
    if (isDatabaseUnavailable(error)) throw error
    return `${hostname}:${port}/${database}`
  }
}

function logLeftover(rows: StoredImage[], error: unknown): void {
  log('warn', 'orphan file not removed', { keys: rows.map((row) => row.key), ...describeError(error) })
}
