import type { Admin, Member } from '@/lib/access/actor'
import { db, type Prisma } from '@/lib/platform/server/db'
import {
  type CopyFields,
  type CopyKind,
  type FormCopy,
  RICH_FIELDS,
  TEXT_KINDS,
  type WorkingCopy,
} from '@/lib/working-copy/schema'

const COPY_COLUMNS = {
  id: true,
  kind: true,
  key: true,
  baseVersion: true,
  base: true,
  fields: true,
  version: true,
  writer: true,
  sequence: true,
  createdAt: true,
  updatedAt: true,
} satisfies Prisma.WorkingCopySelect

/** The working copy of a note or project, its rich text cleaned; null where there is none. */
export async function getWorkingCopy(_admin: Admin, key: string): Promise<WorkingCopy | null> {
  const row = await db().workingCopy.findFirst({ where: { key, kind: { in: TEXT_KINDS } }, select: COPY_COLUMNS })
  if (!row) return null
  const { id, createdAt, updatedAt, ...copy } = row
  const kind = copy.kind as CopyKind
  return {
    ...copy,
    _id: id,
    kind,
    base: await cleaned(kind, copy.base as CopyFields),
    fields: await cleaned(kind, copy.fields as CopyFields),
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  }
}

/** What the form of a row goes on with. */
export async function formCopy(admin: Admin, key: string): Promise<FormCopy> {
  return { account: admin.userId, copy: await getWorkingCopy(admin, key) }
}

/** The same of a form for something new, or of one whose text is kept on its device alone. */
export const newFormCopy = ({ userId }: Member): FormCopy => ({ account: userId, copy: null })

/** Of which of these rows a form holds something else. */
export async function changedKeys(_admin: Admin, keys: string[]): Promise<Set<string>> {
  const rows = await db().$queryRaw<Array<{ key: string }>>`
    SELECT "key" FROM "WorkingCopy"
    WHERE "key" = ANY(${keys}) AND "kind" = ANY(${TEXT_KINDS}) AND "fields" <> "base"`
  return new Set(rows.map(({ key }) => key))
}

/** Whether something is written beside a row that is or will be public. */
export function hasChanges(
  { id, publishedAt }: { id: string; publishedAt: Date | null },
  changed: Set<string>,
): boolean {
  return publishedAt !== null && changed.has(id)
}

/** By the same policy as what is published; when it is read, because it is written every few seconds. */
async function cleaned(kind: CopyKind, fields: CopyFields): Promise<CopyFields> {
  const clean = Object.entries(fields).map(async ([name, text]) => {
    if (text === '' || !RICH_FIELDS[kind].includes(name)) return [name, text]
    const { refreshRichText } = await import('@/lib/rich-text/server/clean')
    return [name, (await refreshRichText(text, 'admins')).html]
  })
  return Object.fromEntries(await Promise.all(clean))
}
