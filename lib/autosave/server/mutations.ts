import { isDeepStrictEqual } from 'node:util'
import type { z } from 'zod'
import type { Admin } from '@/lib/access/actor'
import { slugOfChanged, slugOfNew } from '@/lib/addresses/server/mutations'
import { recordWrite } from '@/lib/audit/server/mutations'
import { PICTURES_MAX } from '@/lib/content/contract-limits'
import { galleryPictures, galleryText } from '@/lib/content/gallery'
import { POST_TEXTS } from '@/lib/content/post-facts'
import { differences } from '@/lib/content/server/write-change'
import type { ContentInput, WritableKind } from '@/lib/content-kind/server/mutations'
import { type ContentRow, rowsOf } from '@/lib/content-kind/server/queries'
import { recordRevision } from '@/lib/history/server/mutations'
import { attachPictures } from '@/lib/media/server/mutations'
import { updateNoteSchema } from '@/lib/note/input'
import { WRITABLE_NOTES } from '@/lib/note/server/mutations'
import { updatePageSchema } from '@/lib/page/input'
import { WRITABLE_PAGES } from '@/lib/page/server/mutations'
import { ownValue } from '@/lib/platform/own-value'
import { db, type Transaction } from '@/lib/platform/server/db'
import { updatePostSchema } from '@/lib/post/input'
import { WRITABLE_POSTS } from '@/lib/post/server/mutations'
import { POST_COLUMNS, type PostRow } from '@/lib/post/server/queries'
import { CONTENT_SQL, databaseNow } from '@/lib/publishing/server/visibility'
import type { SaveCopyInput } from '@/lib/working-copy/input'
import { COPY_FIELDS, type CopyFields, type SavedCopy, storedPicture } from '@/lib/working-copy/schema'
import { assertStorable, restoreRevision, saveWorkingCopy, type TextRow } from '@/lib/working-copy/server/mutations'

/*
 * What is typed becomes of drafts without a button (decision 023). A draft need not be fit to be published: what a field
 * of its row cannot hold yet, an address that is half typed, stays in its working copy alone.
 */

/** A kind of content with a form that saves itself. */
type AutosavedKind<Row extends ContentRow, OwnRow extends ContentRow, Input extends ContentInput> = {
  kind: WritableKind<Row, OwnRow, Input, unknown>
  /** The texts of its form that stand in the row, by what they may be. */
  texts: Record<string, z.ZodType<string | undefined>>
  /** A new row of it. */
  blank: object
  /** The row as its form has it. */
  fieldsOf: (row: Row) => CopyFields
  /** Stores what its form has beside the texts; `held` is what of it the row says by then. */
  savePicture: (transaction: Transaction, id: string, typed: Typed) => Promise<{ isChanged: boolean; held: CopyFields }>
}

type Typed = { fields: CopyFields; previous: CopyFields }

/** Stores what a form holds of a note or project, as `saveWorkingCopy` does. */
export async function autosave(admin: Admin, key: string, input: SaveCopyInput): Promise<SavedCopy> {
  assertStorable(admin, key, input)
  return { note: autosaveNote, post: autosavePost, page: autosavePage }[input.kind](admin, key, input)
}

/** Goes back to a revision, as `restoreRevision` does. */
export const restore = (admin: Admin, id: number) => restoreRevision(admin, id, autosave)

const autosaveNote = autosaving(textsAlone(WRITABLE_NOTES, COPY_FIELDS.note, updateNoteSchema.shape))
const autosavePage = autosaving(textsAlone(WRITABLE_PAGES, COPY_FIELDS.page, updatePageSchema.shape))

const { shape } = updatePostSchema
const autosavePost = autosaving({
  kind: WRITABLE_POSTS,
  texts: Object.fromEntries([...POST_TEXTS, 'story' as const].map((name) => [name, shape[name]])),
  blank: { title: '', description: '' },
  fieldsOf: (row) => ({
    ...Object.fromEntries(POST_TEXTS.map((name) => [name, row[name]])),
    ...{ story: row.story, image: '', ...wordsOf(row.images) },
  }),
  savePicture: choosePicture,
})

/** A kind whose form has nothing beside texts. */
function textsAlone<
  Name extends string,
  Row extends ContentRow & Record<Name, string>,
  OwnRow extends ContentRow,
  Input extends ContentInput,
>(
  kind: WritableKind<Row, OwnRow, Input, unknown>,
  names: readonly Name[],
  shape: Record<Name, z.ZodType<string | undefined>>,
): AutosavedKind<Row, OwnRow, Input> {
  return {
    kind,
    texts: Object.fromEntries(names.map((name) => [name, shape[name]])),
    blank: { title: '' },
    fieldsOf: (row) => Object.fromEntries(names.map((name) => [name, row[name]])),
    savePicture: async () => ({ isChanged: false, held: {} }),
  }
}

function autosaving<Row extends ContentRow, OwnRow extends ContentRow, Input extends ContentInput>(
  autosaved: AutosavedKind<Row, OwnRow, Input>,
) {
  const { kind, texts, blank, fieldsOf, savePicture } = autosaved

  return async (admin: Admin, id: string, input: SaveCopyInput): Promise<SavedCopy> => {
    const fitting = fittingTexts(texts, input.fields)
    const rows = (transaction: Transaction) => rowsOf<Row>(transaction, kind)
    const read = async (transaction: Transaction) => {
      const row = await rows(transaction).findUnique({ where: { id }, select: kind.columns })
      if (!row) throw new Error('The row is gone that was written.')
      return row
    }
    // The text of what is public is not changed, and cleaned when it is read.
    const isPublic = (await rowsOf(db(), kind).count({ where: { id, publishedAt: { not: null } } })) > 0
    const toStage: object = isPublic ? {} : fitting
    return kind.stage(toStage as Input, undefined, ({ columns, attach }) =>
      saveWorkingCopy(admin, id, input, {
        async lock(transaction) {
          const [found] = await transaction.$queryRaw<Array<{ isDraft: boolean }>>`
            SELECT "publishedAt" IS NULL AND "deletedAt" IS NULL AS "isDraft" FROM ${CONTENT_SQL[kind.name].table}
            WHERE "id" = ${id} FOR NO KEY UPDATE`
          if (!found) return null
          const row = await read(transaction)
          return { ...found, version: row.version, fields: fieldsOf(row) }
        },
        async write(transaction, row, previous): Promise<TextRow> {
          const before = row && (await read(transaction))
          const own = rowsOf<OwnRow>(transaction, kind)
          const select = kind.ownColumns
          if (!before) {
            const slug = await slugOfNew(transaction, kind.name, fitting)
            const made = await own.create({ data: { ...blank, ...columns, id, slug, publishedAt: null }, select })
            await attach(transaction, made, null)
          }
          const { isChanged, held } = await savePicture(transaction, id, { fields: input.fields, previous })
          const changed = before ? [...differences(before, columns), ...(isChanged ? ['images'] : [])] : []
          if (before && changed.length > 0) {
            const address = await slugOfChanged(transaction, kind.name, before, fitting, await databaseNow(transaction))
            const data = { ...columns, ...address, isSample: false, version: { increment: 1 } }
            await attach(transaction, await own.update({ where: { id }, data, select }), before)
          }
          const after = await read(transaction)
          if (after.version !== before?.version)
            await recordEditingSession(transaction, admin, { before, after, changed })
          const unfitting = Object.entries(fieldsOf(after)).filter(
            ([name]) => Object.hasOwn(texts, name) && !Object.hasOwn(fitting, name),
          )
          const fields = { ...input.fields, ...Object.fromEntries(unfitting), ...held }
          return { version: after.version, isDraft: true, fields }
        },
      }),
    )
  }

  /** An editing session is one revision, and one row of the log. */
  async function recordEditingSession(
    transaction: Transaction,
    admin: Admin,
    { before, after, changed }: { before: Row | null; after: Row; changed: string[] },
  ): Promise<void> {
    const now = await databaseNow(transaction)
    const state = (row: Row, updatedAt: Date) => ({ ...kind.revisionOf(row), status: 'draft' as const, updatedAt })
    const states = { before: before && state(before, before.updatedAt), after: state(after, now) }
    const isOfItsOwn = await recordRevision(transaction, admin, { kind: kind.name, id: after.id }, states)
    if (!isOfItsOwn) return
    await recordWrite(transaction, admin, {
      action: `${kind.name}.${before ? 'update' : 'create'}`,
      subjects: [{ id: after.id, name: after.title }],
      detail: before ? changed.join(', ') : 'draft',
    })
  }
}

/** The texts as they are stored, without those that cannot be stored yet; blank is what every draft may be. */
function fittingTexts(texts: Record<string, z.ZodType<string | undefined>>, fields: CopyFields): CopyFields {
  const fitting = Object.entries(texts).flatMap(([name, schema]) => {
    const text = ownValue(fields, name)
    const value = text?.trim() === '' ? '' : schema.safeParse(text).data
    return text === undefined || value === undefined ? [] : [[name, value] as const]
  })
  return Object.fromEntries(fitting)
}

/**
 * Gives a draft the picture its form has chosen, with its words, or takes back what the form has chosen before. A picture
 * the draft had otherwise stays until a button saves it: the form can still go back to it.
 */
async function choosePicture(transaction: Transaction, postId: string, { fields, previous }: Typed) {
  const { image = '', alt = '' } = fields
  const read = () => transaction.media.findMany({ where: { postId }, ...POST_COLUMNS.images })
  const before = await read()
  const [has, ...others] = before
  const chosen = storedPicture(image)?._id
  const rest = fields.pictures === undefined ? others.map(asGallery) : galleryPictures(fields.pictures)
  const isMoved = rest.some(({ _id }) => _id === has?.id)
  const isFormsOwn = !has || isMoved || has.id === storedPicture(previous.image ?? '')?._id
  const cover = isFormsOwn ? chosen : has.id
  const caption = fields.caption ?? (cover === has?.id ? (has?.caption ?? '') : '')
  const wished = [...(cover ? [{ _id: cover, alt, caption }] : []), ...rest]
  const isThere = {
    id: { in: wished.map(({ _id }) => _id) },
    OR: [{ postId: null }, { postId }],
    avatarOf: { none: {} },
  }
  const there = await transaction.media.findMany({ where: isThere, select: { id: true } })
  const isStored = (id: string) => there.some((row) => row.id === id)
  const list = wished
    .filter(({ _id }, place) => isStored(_id) && wished.findIndex((one) => one._id === _id) === place)
    .slice(0, PICTURES_MAX)
    .map(({ _id: id, alt, caption }) => {
      const was = before.find((picture) => picture.id === id)
      return { id, alt: storable(alt, was?.alt), caption: storable(caption, was?.caption) }
    })
  const isChanged = !isDeepStrictEqual(
    list,
    before.map(({ id, alt, caption }) => ({ id, alt, caption })),
  )
  if (isChanged) await attachPictures(transaction, postId, list)
  const now = isChanged ? await read() : before
  return { isChanged, held: { image: isFormsOwn && chosen === now[0]?.id ? image : '', ...wordsOf(now) } }
}

/** Words of a picture, a description or a caption, as they are stored; what was there instead of what cannot be. */
const storable = (text: string, was = '') => shape.alt.safeParse(text).data ?? was

const asGallery = ({ id: _id, url, alt, caption }: PostRow['images'][number]) => ({ _id, url, alt, caption })

const wordsOf = ([cover, ...rest]: PostRow['images']) => ({
  alt: cover?.alt ?? '',
  caption: cover?.caption ?? '',
  pictures: galleryText(rest.map(asGallery)),
})
