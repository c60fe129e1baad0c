import { isDeepStrictEqual } from 'node:util'
import type { Admin } from '@/lib/access/actor'
import { type NoteRevision, type RevisionFields, SITTING_MINUTES } from '@/lib/history/schema'
import { keepCopy } from '@/lib/history/server/mutations'
import { currentState, readRevision } from '@/lib/history/server/queries'
import { AppError } from '@/lib/http/errors'
import { isId, newId } from '@/lib/platform/ids'
import { db } from '@/lib/platform/server/db'
import { uniqueViolation } from '@/lib/platform/server/unique-violation'
import { assertRichTextLimits } from '@/lib/rich-text/server/limits'
import type { SaveCopyInput } from '@/lib/working-copy/input'
import {
  type CopyFields,
  type CopyKind,
  PICTURE_REMOVED,
  pictureField,
  RICH_FIELDS,
  type SavedCopy,
} from '@/lib/working-copy/schema'
import { getWorkingCopy } from '@/lib/working-copy/server/queries'

/** Of its fields, and of the row's it was begun from: more than a text that can be published. */
const COPY_MAX_BYTES = 2 * 1_048_576
const COPIES_MAX = 100
const COPIES_MAX_BYTES = 64 * 1_048_576
/** A copy nobody has written in for so long is deleted. */
const COPY_DAYS = 180
const DAY_MS = 24 * 60 * 60 * 1000

/**
 * Stores what a form holds (PUT /api/working-copy/{key}), where nobody has stored another since `on`. No audit row: it
 * is the owner's own, nobody else reads it, and it comes every few seconds.
 * @throws AppError "forbidden" when it belongs to another account; "not-found" for a key its kind does not have;
 * "conflict" with the copy as it is now, null where it is gone; "too-large"; "unprocessable" when there are too
 * many, or a text is beyond what can be published
 */
export async function saveWorkingCopy(admin: Admin, key: string, input: SaveCopyInput): Promise<SavedCopy> {
  const { owner, on, base, kind, isNew, baseVersion, fields, writer, sequence } = input
  const { userId: ownerId } = admin
  if (owner !== ownerId) throw new AppError('forbidden', 'You are now signed in to another account.')
  if (!hasKey(kind, key, ownerId)) throw noCopy()
  const bytes = sizeOf(fields)
  if (Math.max(bytes, base ? sizeOf(base) : 0) > COPY_MAX_BYTES) {
    throw new AppError('too-large', 'It is too long to be stored: at most 2 MiB with its formatting.')
  }
  // What could not be published would be as heavy to read again.
  for (const name of RICH_FIELDS[kind]) {
    assertRichTextLimits(fields[name] ?? '', `fields.${name}`)
    assertRichTextLimits(base?.[name] ?? '', `base.${name}`)
  }
  const written = { fields, bytes, writer, sequence, ...(base ? { base, baseVersion, isNew } : {}) }
  await assertRoom(ownerId, key, bytes, on === null)
  await keepSitting(admin, key, kind)
  const saved = (await update()) ?? (on === null ? await create() : null)
  return saved ?? refuseStale(admin, key, fields)

  /** A form goes on from each of its own states, also from one whose answer it never got. */
  async function update(): Promise<SavedCopy | null> {
    const [row] = await db().workingCopy.updateManyAndReturn({
      where: {
        ...{ ownerId, key, kind },
        OR: [...(on ? [{ id: on._id, version: on.version }] : []), { writer, sequence: { lt: sequence } }],
      },
      data: { ...written, version: { increment: 1 } },
      select: SAVED_COLUMNS,
    })
    return row ? toSaved(row) : null
  }

  async function create(): Promise<SavedCopy | null> {
    try {
      const data = { ...written, ownerId, kind, key, isNew, baseVersion, base: base ?? {} }
      return toSaved(await db().workingCopy.create({ data, select: SAVED_COLUMNS }))
    } catch (error) {
      if (uniqueViolation(error)) return null
      throw error
    }
  }
}

const SAVED_COLUMNS = { id: true, version: true, updatedAt: true } as const

function toSaved({ id, version, updatedAt }: { id: string; version: number; updatedAt: Date }): SavedCopy {
  return { _id: id, version, updatedAt: updatedAt.toISOString() }
}

const sizeOf = (texts: CopyFields) => Buffer.byteLength(JSON.stringify(texts))

function hasKey(kind: CopyKind, key: string, ownerId: string): boolean {
  return kind === 'profile' ? key === ownerId : isId(key) && key !== ownerId
}

async function assertRoom(ownerId: string, key: string, bytes: number, isCreated: boolean): Promise<void> {
  const { _count, _sum } = await db().workingCopy.aggregate({
    where: { ownerId, key: { not: key } },
    _count: true,
    _sum: { bytes: true },
  })
  if ((_sum.bytes ?? 0) + bytes <= COPIES_MAX_BYTES && (!isCreated || _count < COPIES_MAX)) return
  throw new AppError('unprocessable', 'There are too many unfinished texts. Publish or discard some.')
}

/** What was written before a long silence is a revision of its own (decision 025). */
async function keepSitting(admin: Admin, key: string, kind: CopyKind): Promise<void> {
  if (kind !== 'note' && kind !== 'post') return
  const ended = new Date(Date.now() - SITTING_MINUTES * 60_000)
  const copy = await db().workingCopy.findFirst({
    where: { ownerId: admin.userId, key, kind, isNew: false, updatedAt: { lt: ended } },
    select: { fields: true, updatedAt: true },
  })
  if (copy) await keepCopy(admin, { kind, id: key }, { ...copy, fields: copy.fields as CopyFields })
}

/**
 * Puts the text of a revision into the working copy of its row (POST /api/history/{id}): the form goes on with it, and
 * the row stays as it is until that is saved. What stood in the copy is a revision from then on. The picture a project
 * had comes back, as long as it is stored.
 * @throws AppError "not-found" when there is no such revision, or its row is in the trash; as `saveWorkingCopy` does
 */
export async function restoreRevision(admin: Admin, id: number): Promise<void> {
  const revision = await readRevision(admin, id)
  const row = revision && (await currentState(admin, revision.subject))
  if (!row) throw new AppError('not-found', 'There is no such revision.')
  const { subject } = revision
  const copy = await getWorkingCopy(admin, subject.id)
  if (copy) await keepCopy(admin, subject, { fields: copy.fields, updatedAt: new Date(copy.updatedAt) })
  await saveWorkingCopy(admin, subject.id, {
    kind: subject.kind,
    owner: admin.userId,
    isNew: false,
    baseVersion: row.version,
    base: await copyFields(row.fields, row.fields),
    fields: await copyFields(revision.fields, row.fields),
    writer: newId(),
    sequence: 0,
    on: copy && { _id: copy._id, version: copy.version },
  })
}

/** What a revision says, as the form of its row has it now. */
async function copyFields(fields: RevisionFields, row: RevisionFields): Promise<CopyFields> {
  if (!('image' in fields && 'image' in row)) return fields as NoteRevision
  const { image, ...texts } = fields
  const [[was], [now]] = [image, row.image]
  if (was?.url === now?.url) return { ...texts, image: '', alt: was?.alt ?? '' }
  if (!was) return { ...texts, image: PICTURE_REMOVED, alt: now?.alt ?? '' }
  const stored = await db().media.findFirst({ where: { url: was.url }, select: { id: true, url: true } })
  if (!stored) return { ...texts, image: '', alt: now?.alt ?? '' }
  return {
    ...texts,
    image: pictureField({ _id: stored.id, url: stored.url, name: 'The earlier picture' }),
    alt: was.alt,
  }
}

/** The same text stored by another is no conflict. */
async function refuseStale(admin: Admin, key: string, fields: SaveCopyInput['fields']): Promise<SavedCopy> {
  const row = await db().workingCopy.findFirst({
    where: { ownerId: admin.userId, key },
    select: { ...SAVED_COLUMNS, fields: true },
  })
  if (row && isDeepStrictEqual(row.fields, fields)) return toSaved(row)
  throw new AppError('conflict', 'This was changed in another tab or on another device.', {
    current: await getWorkingCopy(admin, key),
  })
}

/**
 * Throws a copy away (DELETE /api/working-copy/{key}); with `on` only in that state.
 * @throws AppError "not-found" when there is none of theirs; "conflict" with the copy as it is now
 */
export async function deleteWorkingCopy(
  admin: Admin,
  key: string,
  on?: { _id: string; version: number },
): Promise<void> {
  const state = on && { id: on._id, version: on.version }
  const { count } = await db().workingCopy.deleteMany({ where: { ownerId: admin.userId, key, ...state } })
  if (count > 0) return
  const current = await getWorkingCopy(admin, key)
  if (!current) throw noCopy()
  throw new AppError('conflict', 'This was changed in another tab or on another device.', { current })
}

/** The error for a copy that is not there, or is somebody else's. */
export function noCopy(): AppError {
  return new AppError('not-found', 'There is no such working copy.')
}

/** Deletes copies nobody has written in for half a year; returns how many. */
export async function deleteOldCopies(now: Date): Promise<number> {
  const oldest = new Date(now.getTime() - COPY_DAYS * DAY_MS)
  return (await db().workingCopy.deleteMany({ where: { updatedAt: { lt: oldest } } })).count
}
