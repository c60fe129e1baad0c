import { cache } from 'react'
import type { Admin } from '@/lib/access/actor'
import type { Cv } from '@/lib/cv/schema'
import { db, type Transaction } from '@/lib/platform/server/db'
import { paths } from '@/lib/routes/paths'
import type { Settings } from '@/lib/site-settings/schema'

/** The one row. */
export const CV_ID = 1

const NO_CV: Cv = {
  document: null,
  showPhoto: false,
  showPhone: false,
  showEmail: false,
  showAddress: false,
  version: 1,
}

/** Read once for all that one page needs. */
export const getCv = cache(() => readCv(db()))

export const getCvAsAdmin = (_admin: Admin) => readCv(db())

export async function readCv({ cv }: Pick<Transaction, 'cv'>): Promise<Cv> {
  const row = await cv.findUnique({ where: { id: CV_ID }, omit: { id: true, updatedAt: true } })
  return row ? { ...row, document: JSON.parse(row.document || 'null') } : NO_CV
}

/** Whether there is one, without reading it. */
export const hasCv = cache(async () => (await db().cv.count({ where: { id: CV_ID, NOT: { document: '' } } })) > 0)

/** Where the owner's CV is: the address of the settings, else the page here; "" where there is neither. */
export async function cvAddress({ cvUrl }: Pick<Settings, 'cvUrl'>): Promise<string> {
  return cvUrl || ((await hasCv()) ? paths.cv : '')
}
