import { z } from 'zod'
import type { Admin } from '@/lib/access/actor'
import { type ContentName, isContentName } from '@/lib/content/kinds'
import { type ImportedRow, trashContent } from '@/lib/content-kind/server/mutations'
import { updateCvSchema } from '@/lib/cv/input'
import { updateCv } from '@/lib/cv/server/mutations'
import { AppError } from '@/lib/http/errors'
import {
  type Before,
  deleteImportedItem,
  endUndo,
  isBefore,
  isRunning,
  restoreImportedItem,
} from '@/lib/move/server/mutations'
import { itemsOfImport, lastImport, type SitePart, siteVersions, type UndoneItem } from '@/lib/move/server/queries'
import { updateNoteSchema } from '@/lib/note/input'
import { updateNote, WRITABLE_NOTES } from '@/lib/note/server/mutations'
import { updatePageSchema } from '@/lib/page/input'
import { updatePage, WRITABLE_PAGES } from '@/lib/page/server/mutations'
import { updatePostSchema } from '@/lib/post/input'
import { updatePost, WRITABLE_POSTS } from '@/lib/post/server/mutations'
import { paths } from '@/lib/routes/paths'
import { updateSettingsSchema } from '@/lib/site-settings/input'
import { updateSettings } from '@/lib/site-settings/server/mutations'
import { removeTechnologyText } from '@/lib/technology/server/mutations'
import { CV } from '@/lib/texts/constants'
import { updateProfileSchema } from '@/lib/user/input'
import { updateProfile } from '@/lib/user/server/mutations'

export type Undone = {
  source: string
  removed: number
  restored: number
  /** What stays, because somebody has edited it since. */
  left: Array<{ title: string; path: string }>
  /** Whether it is not whole: the next one goes on. */
  isStopped?: true
}

/**
 * Takes the last import back: what it made is removed, what it changed says again what it said before, and what was
 * edited since stays. Killed, it goes on when it is started again.
 * @throws AppError "not-found" where there is none, "conflict" while it runs
 */
export async function undoImport(admin: Admin, signal?: AbortSignal): Promise<Undone> {
  const job = await lastImport(admin)
  if (!job) throw new AppError('not-found', 'There is no import to undo.')
  if (job.isRunning) throw isRunning()
  const undone: Undone = { source: job.source, removed: 0, restored: 0, left: [] }
  const items = await itemsOfImport(job)
  // Before any of it is taken back: settings and profile share the owner's name, and each changes the other's version.
  const versions = await siteVersions(items.find(({ kind }) => kind === 'profile')?.rowId ?? '')
  for (const item of items) {
    if (signal?.aborted) return { ...undone, isStopped: true }
    const outcome = await undoItem(admin, item, versions)
    if (outcome === 'left') undone.left.push(pageOf(item))
    else undone[outcome] += 1
  }
  const { removed, restored, left } = undone
  await endUndo(admin, job, `removed ${removed}, restored ${restored}, left ${left.length}`)
  return undone
}

function pageOf({ kind, rowId, row }: UndoneItem) {
  if (isContentName(kind)) return { title: row?.title ?? '', path: paths[kind](rowId) }
  if (kind === 'technology') return { title: 'A technology', path: paths.adminTechnologies }
  if (kind === 'cv') return { title: CV, path: paths.cvSettings }
  return kind === 'settings' ? { title: 'Settings', path: paths.settings } : { title: 'Profile', path: paths.about }
}

type Versions = Awaited<ReturnType<typeof siteVersions>>

async function undoItem(admin: Admin, item: UndoneItem, versions: Versions): Promise<'removed' | 'restored' | 'left'> {
  const { kind, rowId, version, before, row, hash } = item
  if (kind === 'technology') {
    if (!(await removeTechnologyText(rowId, hash))) return 'left'
    await deleteImportedItem(item.id)
    return 'restored'
  }
  if (isContentName(kind)) {
    if (!row) return 'left'
    const isMade = !isBefore(before)
    // One that a killed undo has put into the trash has a version more.
    const isAsImported = row.version === (row.deletedAt ? version + 1 : version)
    if (!isAsImported || (row.deletedAt && !isMade)) return 'left'
    return isMade ? remove(admin, kind, rowId, row.deletedAt !== null) : restoreRow(admin, item, before)
  }
  if (!isBefore(before) || versions[kind as SitePart] !== version) return 'left'
  if (kind === 'settings') await updateSettings(admin, updateSettingsSchema.parse(before.fields))
  else if (kind === 'cv') await updateCv(admin, updateCvSchema.parse(before.fields))
  else await updateProfile(admin, rowId, updateProfileSchema.parse(before.fields))
  await deleteImportedItem(item.id)
  return 'restored'
}

async function remove(admin: Admin, kind: ContentName, id: string, isInTrash: boolean): Promise<'removed'> {
  for (const action of isInTrash ? (['purge'] as const) : (['trash', 'purge'] as const)) {
    if (kind === 'note') await trashContent(WRITABLE_NOTES, admin, { ids: [id], action })
    else if (kind === 'page') await trashContent(WRITABLE_PAGES, admin, { ids: [id], action })
    else await trashContent(WRITABLE_POSTS, admin, { ids: [id], action })
  }
  return 'removed'
}

async function restoreRow(
  admin: Admin,
  { id, kind, rowId, version }: UndoneItem,
  before: Before,
): Promise<'restored' | 'left'> {
  const { publishedAt, updatedAt, revisedAt, ...fields } = before.fields
  const dates = typeof publishedAt === 'string' ? { status: 'published', publishAt: publishedAt } : { status: 'draft' }
  const input = { ...fields, ...dates, version }
  const imported: ImportedRow = {
    columns: {
      ...(typeof updatedAt === 'string' ? { updatedAt: new Date(updatedAt) } : {}),
      ...(kind === 'note' ? { revisedAt: typeof revisedAt === 'string' ? new Date(revisedAt) : null } : {}),
    },
    also: (transaction, row) => restoreImportedItem(transaction, id, { before, version: row.version }),
  }
  try {
    if (kind === 'note') await updateNote(admin, rowId, updateNoteSchema.parse(input), imported)
    else if (kind === 'page') await updatePage(admin, rowId, updatePageSchema.parse(input), imported)
    else await updatePost(admin, rowId, updatePostSchema.parse(input), undefined, imported)
    return 'restored'
  } catch (error) {
    // Edited since it was read.
    if (error instanceof AppError && error.kind === 'conflict') return 'left'
    if (error instanceof z.ZodError) return 'left'
    throw error
  }
}
