import type { Admin } from '@/lib/access/actor'
import { recordWrite } from '@/lib/audit/server/mutations'
import { type ContentSubject, OWNER_COLUMNS, ownedBy, ownerOf } from '@/lib/content/kinds'
import { rowsOf } from '@/lib/content-kind/server/queries'
import { AppError, fieldError } from '@/lib/http/errors'
import { isId } from '@/lib/platform/ids'
import { db, type Transaction } from '@/lib/platform/server/db'
import type { CreatePreviewInput } from '@/lib/preview/input'
import type { PreviewLink } from '@/lib/preview/schema'
import { LINK_COLUMNS, toPreviewLink } from '@/lib/preview/server/queries'
import { databaseNow } from '@/lib/publishing/server/visibility'

const DAY_MS = 24 * 60 * 60 * 1_000
const LINKS_MAX = 20

/**
 * Makes a link by which whoever has it sees a note or project, public or not, until the link expires or is revoked.
 * @throws AppError "unprocessable" when there is no such row, or it has as many links as it can have
 */
export async function createPreviewLink(admin: Admin, { days, ...subject }: CreatePreviewInput): Promise<PreviewLink> {
  const row = await db().$transaction(async (transaction) => {
    const name = await titleOf(transaction, subject)
    if (name === null) throw fieldError('id', 'There is no such note, project or page.')
    const now = await databaseNow(transaction)
    await transaction.previewLink.deleteMany({ where: { expiresAt: { lte: now } } })
    const count = await transaction.previewLink.count({ where: ownedBy(subject) })
    if (count >= LINKS_MAX) throw fieldError('id', `At most ${LINKS_MAX} links at once: revoke one first.`)
    const made = await transaction.previewLink.create({
      data: { ...ownedBy(subject), expiresAt: new Date(now.getTime() + days * DAY_MS) },
      select: LINK_COLUMNS,
    })
    await recordWrite(transaction, admin, {
      action: 'preview.create',
      subjects: [{ id: subject.id, name }],
      detail: `${days} ${days === 1 ? 'day' : 'days'}`,
    })
    return made
  })
  return toPreviewLink(row)
}

/**
 * Ends a link at once.
 * @throws AppError "not-found" when there is none, or no longer
 */
export async function revokePreviewLink(admin: Admin, id: string): Promise<void> {
  await db().$transaction(async (transaction) => {
    const gone = isId(id) ? await transaction.previewLink.findUnique({ where: { id }, select: OWNER_COLUMNS }) : null
    const { count } = gone ? await transaction.previewLink.deleteMany({ where: { id } }) : { count: 0 }
    if (!gone || count === 0) throw new AppError('not-found', 'There is no such link.')
    const subject = ownerOf(gone)
    const name = (await titleOf(transaction, subject)) ?? ''
    await recordWrite(transaction, admin, { action: 'preview.revoke', subjects: [{ id: subject.id, name }] })
  })
}

async function titleOf(transaction: Transaction, { kind, id }: ContentSubject): Promise<string | null> {
  if (!isId(id)) return null
  const query = { where: { id, deletedAt: null }, select: { title: true } }
  const row = await rowsOf<{ title: string }>(transaction, { name: kind }).findUnique(query)
  return row?.title ?? null
}
