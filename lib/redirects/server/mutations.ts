import type * as z from 'zod'
import type { Admin } from '@/lib/access/actor'
import { decodedPath } from '@/lib/addresses/redirect-source'
import { recordWrite } from '@/lib/audit/server/mutations'
import { AppError, fieldError } from '@/lib/http/errors'
import { writeCounted } from '@/lib/not-found/server/mutations'
import { isId, newRowId } from '@/lib/platform/ids'
import { db } from '@/lib/platform/server/db'
import { escapeLike } from '@/lib/platform/server/like'
import type { createRedirectSchema } from '@/lib/redirects/input'
import type { RedirectRow } from '@/lib/redirects/schema'
import { encodedPath, findEnd, hasPagesBelow } from '@/lib/redirects/server/queries'
import { isMachinePath, publicPageAt } from '@/lib/routes/public-pages'

/** Segments that nothing resolves otherwise, and perhaps a star at the end. */
const SOURCE = /^(?:\/(?!\.{1,2}(?:\/|$))[^/\\?#*]+)+(?:\/\*)?$/u
const TARGET = /^\/(?!\/)[^\\?#]*$/

const TAKEN = 'This site has pages of its own there.'
const THERE = 'This address has a redirect already.'
const alreadyThere = () => new AppError('conflict', THERE, { issues: [{ path: 'source', message: THERE }] })

/** @throws AppError "unprocessable" where a page is, or what no page can have had; "conflict" where it leads on already */
async function checkedSource(text: string): Promise<string> {
  const source = decodedPath(text)
  if (source === null || !SOURCE.test(source))
    throw fieldError('source', 'Enter a path of this site, such as /old/page, or /old/* for all below it.')
  const isWildcard = source.endsWith('/*')
  if (isWildcard ? hasPagesBelow(source.slice(0, -2)) : isMachinePath(source)) throw fieldError('source', TAKEN)
  // A star at the end would be taken for punctuation.
  const path = encodedPath(source.split('/'))
  const end = isWildcard ? null : await findEnd(path)
  if (end?.path === path) throw fieldError('source', TAKEN)
  // What leads on all below a folder leaves room for one of them.
  if (end && !end.source.endsWith('/*')) throw alreadyThere()
  return source
}

/** @throws AppError "unprocessable" for what is no page of this site, or leads on itself */
async function checkedTarget(text: string, source: string): Promise<string> {
  const target = TARGET.test(text) ? decodedPath(text) : null
  if (target === null) throw fieldError('target', 'Enter the path of a page of this site, such as /projects.')
  if (target === source) throw fieldError('target', 'This would lead to itself.')
  const path = encodedPath(target.split('/'))
  const end = await findEnd(path)
  if (!end?.path || !publicPageAt(end.path) || isMachinePath(end.path))
    throw fieldError('target', 'No page of this site has this address.')
  if (end.path !== path) throw fieldError('target', `This address redirects to ${end.path}. Enter that one.`)
  return end.path
}

export async function createRedirect(
  admin: Admin,
  { source: from, target: to, ...rest }: z.output<typeof createRedirectSchema>,
): Promise<RedirectRow> {
  const source = await checkedSource(from)
  const target = to === null ? null : await checkedTarget(to, source)
  // What waits in memory would come back.
  await writeCounted()
  const id = newRowId()
  const below = source.endsWith('/*') ? `${escapeLike(source.slice(0, -1))}%` : escapeLike(source)
  await db().$transaction(async (transaction) => {
    // One to what is not public is there, too.
    const made = await transaction.redirect.createMany({ data: { id, source, target, ...rest }, skipDuplicates: true })
    if (made.count === 0) throw alreadyThere()
    // In the order of the key, as counts are written.
    await transaction.$executeRaw`
      DELETE FROM "NotFound" WHERE ("kind", "text") IN (
        SELECT "kind", "text" FROM "NotFound" WHERE "kind" = 'path' AND "text" LIKE ${below}
        ORDER BY "kind", "text" FOR UPDATE)`
    await recordWrite(transaction, admin, { action: 'redirect.create', subjects: [{ id, name: source }] })
  })
  return { _id: id, source, target, ...rest }
}

/** Returns its source. @throws AppError "not-found" */
export async function deleteRedirect(admin: Admin, id: string): Promise<string> {
  return db().$transaction(async (transaction) => {
    const where = { id: isId(id) ? id : '' }
    const row = await transaction.redirect.findUnique({ where, select: { source: true } })
    if (!row) throw new AppError('not-found', 'This redirect does not exist.')
    await transaction.redirect.deleteMany({ where })
    await recordWrite(transaction, admin, { action: 'redirect.delete', subjects: [{ id, name: row.source }] })
    return row.source
  })
}
