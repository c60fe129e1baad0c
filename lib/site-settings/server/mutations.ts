import type { Admin } from '@/lib/access/actor'
import { recordWrite } from '@/lib/audit/server/mutations'
import { differences, writeChange } from '@/lib/content/server/write-change'
import { AppError, fieldError } from '@/lib/http/errors'
import { removeStored, type StoredImage } from '@/lib/media/server/mutations'
import { unusedPictures } from '@/lib/media/server/queries'
import { isId } from '@/lib/platform/ids'
import { db, Prisma, type Transaction } from '@/lib/platform/server/db'
import type { UpdateSettingsInput } from '@/lib/site-settings/input'
import type { Settings } from '@/lib/site-settings/schema'
import { readSettings, SETTINGS_ID } from '@/lib/site-settings/server/queries'

/**
 * Changes the site settings. Omitted fields keep their value; a replaced avatar that nothing else shows is deleted; the
 * version is incremented if something differed.
 * @throws AppError "unprocessable", or "conflict" with the current settings when `version` is stale
 */
export async function updateSettings(
  admin: Admin,
  { version, avatarAlt, ...fields }: UpdateSettingsInput,
): Promise<Settings> {
  await requireReferences(fields)
  const { row, replaced } = await db().$transaction(async (transaction) => {
    const before = await transaction.siteSettings.findUnique({
      where: { id: SETTINGS_ID },
      select: {
        avatarId: true,
      },
    })
    if (!before) await writeFirst(transaction)
    const written = await writeChange({
      version,
      readRow: () => readSettings(transaction),
      changes({ avatar, ...now }) {
        const names = differences(now, fields)
        const isDescribed = avatarAlt !== undefined && avatar !== null && avatar.alt !== avatarAlt
        return isDescribed || names.includes('avatarId') ? [...names, 'avatar'] : names
      },
      async writeRow() {
        const changed = await transaction.siteSettings.updateMany({
          where: { id: SETTINGS_ID, ...(version ? { version } : {}) },
          data: { ...fields, version: { increment: 1 } },
        })
        if (changed.count > 0 && avatarAlt !== undefined) {
          await transaction.media.updateMany({
            where: { avatarOf: { some: { id: SETTINGS_ID } } },
            data: { alt: avatarAlt },
          })
        }
        return changed
      },
    })
    const { row, outcome } = written
    if (outcome === 'stale') {
      throw new AppError('conflict', 'Someone else has changed the settings in the meantime.', { current: row })
    }
    if (fields.ownerName !== undefined && row.ownerId) await renameOwner(transaction, row.ownerId, fields.ownerName)
    await recordWrite(transaction, admin, {
      action: 'settings.update',
      subjects: [],
      detail: written.changed.join(', '),
    })
    const old = before?.avatarId
    if (!old || fields.avatarId === undefined || fields.avatarId === old) return { row, replaced: [] }
    const replaced = await transaction.$queryRaw<StoredImage[]>`
      DELETE FROM "Media" WHERE "id" = ANY(ARRAY(${unusedPictures(Prisma.sql`"id" = ${old}`)}))
      RETURNING "key", "store", "variants"`
    return { row, replaced }
  })
  await removeStored(replaced)
  return row
}

/** A site that was never started has no row yet: what is imported into it is written all the same. */
async function writeFirst(transaction: Transaction): Promise<void> {
  const { ownerName, titleLine, bio, contactNote } = await readSettings(transaction)
  const data = { id: SETTINGS_ID, ownerName, titleLine, bio, contactNote, competencies: [] }
  await transaction.siteSettings.createMany({ data, skipDuplicates: true })
}

/** The owner's account has the name of the site's owner. */
async function renameOwner(transaction: Transaction, id: string, name: string): Promise<void> {
  await transaction.user.updateMany({ where: { id, NOT: { name } }, data: { name, version: { increment: 1 } } })
}

async function requireReferences({ aboutProfileId, avatarId }: UpdateSettingsInput): Promise<void> {
  if (
    aboutProfileId !== undefined &&
    !(isId(aboutProfileId) && (await db().user.count({ where: { id: aboutProfileId } })))
  ) {
    throw fieldError('aboutProfileId', 'There is no such profile.')
  }
  if (avatarId && !(isId(avatarId) && (await db().media.count({ where: { id: avatarId, deletedAt: null } })))) {
    throw fieldError('avatarId', 'There is no such picture.')
  }
}
