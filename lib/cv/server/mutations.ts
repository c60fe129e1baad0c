import type { Admin } from '@/lib/access/actor'
import { recordWrite } from '@/lib/audit/server/mutations'
import { differences, writeChange } from '@/lib/content/server/write-change'
import type { UpdateCvInput } from '@/lib/cv/input'
import type { Cv } from '@/lib/cv/schema'
import { CV_ID, readCv } from '@/lib/cv/server/queries'
import { AppError } from '@/lib/http/errors'
import { db } from '@/lib/platform/server/db'

/**
 * Changes the CV. Omitted fields keep their value; the version is incremented if something differed.
 * @throws AppError "conflict" with the current CV when `version` is stale
 */
export async function updateCv(admin: Admin, { version, ...fields }: UpdateCvInput): Promise<Cv> {
  const { document, ...switches } = fields
  const text = document === undefined ? {} : { document: document ? JSON.stringify(document) : '' }
  return db().$transaction(async (transaction) => {
    const { row, outcome, changed } = await writeChange({
      version,
      readRow: () => readCv(transaction),
      changes: (before) => differences(before, fields),
      async writeRow() {
        await transaction.cv.createMany({ data: { id: CV_ID }, skipDuplicates: true })
        return transaction.cv.updateMany({
          where: { id: CV_ID, ...(version ? { version } : {}) },
          data: { ...switches, ...text, version: { increment: 1 } },
        })
      },
    })
    if (outcome === 'stale') {
      throw new AppError('conflict', 'Someone else has changed the CV in the meantime.', { current: row })
    }
    await recordWrite(transaction, admin, { action: 'cv.update', subjects: [], detail: changed.join(', ') })
    return row
  })
}
