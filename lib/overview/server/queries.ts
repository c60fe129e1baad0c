import { readFile, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { Admin } from '@/lib/access/actor'
import { CONTENT_NAMES, NOUNS } from '@/lib/content/kinds'
import { hasSampleOwner } from '@/lib/first-steps/server/queries'
import { listDeadLinks } from '@/lib/links/server/queries'
import type { Need, OpenText } from '@/lib/overview/schema'
import { DAY_MS, daysAgo } from '@/lib/platform/days'
import { db, type Prisma } from '@/lib/platform/server/db'
import { env } from '@/lib/platform/server/env'
import { countMisses } from '@/lib/redirects/server/queries'
import { CONTENT_PATHS, paths } from '@/lib/routes/paths'
import { FIRST_STEPS } from '@/lib/texts/constants'
import { TEXT_KINDS } from '@/lib/working-copy/schema'
import { version } from '@/package.json'

const SHOWN_TEXTS = 8
const GB = 1e9
/** A draft nobody wrote to for so long is either finished or given up; so long ahead, a date may be a slip. */
const OLD_TEXT_DAYS = 30
/** Fewer requests a week are somebody who mistyped. */
const ASKED_IN_VAIN = 5
/** Fewer refused sign-ins a week are somebody who mistyped. */
const REFUSED_SIGN_INS = 20

/** What is unfinished, last written first, then the newest of what is public. */
export async function listOpenTexts(_admin: Admin): Promise<OpenText[]> {
  const rows = await db().$queryRaw<Array<Omit<OpenText, 'at' | '_id'> & { id: string; at: Date }>>`
    SELECT "kind", "id", "title", "at", CASE
        WHEN "publishedAt" IS NULL THEN 'draft' WHEN "publishedAt" > now() THEN 'scheduled'
        WHEN "isChanged" THEN 'changes' ELSE 'published' END AS "state"
    FROM (
      SELECT content."kind", content."id", content."title", content."publishedAt", copy."key" IS NOT NULL AS "isChanged",
        CASE WHEN content."publishedAt" > now() THEN content."publishedAt"
          ELSE greatest(content."updatedAt", copy."updatedAt") END AS "at",
        greatest(content."updatedAt", copy."updatedAt") AS "writtenAt"
      FROM (
        SELECT 'note' AS "kind", "id", "title", "publishedAt", "updatedAt" FROM "Note" WHERE "deletedAt" IS NULL
        UNION ALL SELECT 'post', "id", "title", "publishedAt", "updatedAt" FROM "Post" WHERE "deletedAt" IS NULL
        UNION ALL SELECT 'page', "id", "title", "publishedAt", "updatedAt" FROM "Page" WHERE "deletedAt" IS NULL
      ) content
      LEFT JOIN "WorkingCopy" copy ON copy."key" = content."id" AND copy."kind" = ANY(${TEXT_KINDS})
        AND copy."fields" <> copy."base"
    ) texts
    ORDER BY coalesce("publishedAt" <= now(), false) AND NOT "isChanged", "writtenAt" DESC, "id" LIMIT ${SHOWN_TEXTS}`
  return rows.map(({ id, at, ...row }) => ({ ...row, _id: id, at: at.toISOString() }))
}

/** What needs the owner, most pressing first. */
export async function listNeeds(admin: Admin): Promise<Need[]> {
  const needs = await Promise.all([
    firstStepsNeeds(admin),
    backupNeeds(),
    failedJobNeeds(),
    signInNeeds(),
    pictureNeeds(),
    diskNeeds(),
    releaseNeeds(),
    missingNeeds(),
    draftNeeds(),
    scheduledNeeds(),
    repositoryNeeds(),
    linkNeeds(admin),
  ])
  return needs.flat()
}

async function backupNeeds(): Promise<Need[]> {
  const { BACKUP_EVERY, VERCEL } = env()
  // There the database's host makes them.
  if (VERCEL) return []
  const run = await db().jobRun.findUnique({ where: { name: 'backups' } })
  if (!BACKUP_EVERY && !run)
    return [{ text: 'No backups are made. Start the site with BACKUP_EVERY=1d, or run npm run backup now and then.' }]
  if (run?.failedAt && run.failedAt > (run.succeededAt ?? new Date(0)))
    return [{ text: 'The last backup failed. The server’s log says why.' }]
  if (run?.succeededAt && Date.now() - run.succeededAt.getTime() > 2 * (BACKUP_EVERY ?? 3 * DAY_MS) + DAY_MS)
    return [{ text: `The last backup is of ${run.succeededAt.toISOString().slice(0, 10)}.` }]
  return []
}

async function failedJobNeeds(): Promise<Need[]> {
  // A daily job that still fails has failed since; some jobs have no success to record.
  const runs = await db().jobRun.findMany({ where: { failedAt: { gt: daysAgo(2) }, name: { not: 'backups' } } })
  const failed = runs.filter(({ failedAt, succeededAt }) => failedAt && failedAt > (succeededAt ?? new Date(0)))
  if (failed.length === 0) return []
  const names = failed.map(({ name }) => name).join(', ')
  return [{ text: `Maintenance failed: ${names}. The server’s log says why.` }]
}

async function signInNeeds(): Promise<Need[]> {
  const { _sum } = await db().auditEvent.aggregate({
    where: { action: 'session.start', outcome: 'refused', createdAt: { gt: daysAgo(7) } },
    _sum: { times: true },
  })
  const times = _sum.times ?? 0
  if (times < REFUSED_SIGN_INS) return []
  const text = `${times.toLocaleString('en')} sign-ins were refused in the last seven days.`
  return [{ text, action: { label: 'Open the audit log', href: `${paths.audit}?filter=Sign+in` } }]
}

async function firstStepsNeeds(admin: Admin): Promise<Need[]> {
  if (!(await hasSampleOwner(admin))) return []
  return [{ text: 'The site still has the sample owner’s texts.', action: { label: FIRST_STEPS, href: paths.welcome } }]
}

async function pictureNeeds(): Promise<Need[]> {
  const count = await db().media.count({ where: { alt: '', post: { deletedAt: null } } })
  if (count === 0) return []
  const text =
    count === 1 ? 'A picture of a project has no description.' : `${count} pictures of projects have no description.`
  return [{ text, action: { label: 'Describe', href: `${paths.adminPictures}?status=undescribed` } }]
}

async function diskNeeds(): Promise<Need[]> {
  const { DATA_DIR, VERCEL } = env()
  const disk = VERCEL ? null : await statfs(DATA_DIR).catch(() => null)
  if (!disk) return []
  const [free, size] = [disk.bavail * disk.bsize, disk.blocks * disk.bsize]
  if (free >= Math.max(GB, Math.min(size / 10, 10 * GB))) return []
  return [{ text: `The disk with the site’s data is nearly full: ${(free / GB).toFixed(1)} GB are free.` }]
}

/** What was fetched since the running build was made; no request is sent. */
async function releaseNeeds(): Promise<Need[]> {
  const text = await readFile(join(process.cwd(), 'package.json'), 'utf8').catch(() => '{}')
  const { version: fetched = version } = JSON.parse(text) as { version?: string }
  if (fetched === version) return []
  return [{ text: `Version ${fetched} of this software is on the disk, and ${version} runs: start the site again.` }]
}

async function missingNeeds(): Promise<Need[]> {
  const count = await countMisses(ASKED_IN_VAIN, daysAgo(7))
  if (count === 0) return []
  const text = `Addresses that readers did not find this week: ${count.toLocaleString('en')}.`
  return [{ text, action: { label: 'Redirect them', href: `${paths.adminRedirects}#missing` } }]
}

function draftNeeds(): Promise<Need[]> {
  const where = { publishedAt: null, deletedAt: null, updatedAt: { lt: daysAgo(OLD_TEXT_DAYS) } }
  return textNeeds(where, 'draft', (count, noun) =>
    count === 1
      ? `A draft of a ${noun} has not changed for a month.`
      : `${count} drafts of ${noun}s have not changed for a month.`,
  )
}

function scheduledNeeds(): Promise<Need[]> {
  const where = { publishedAt: { gt: daysAgo(-OLD_TEXT_DAYS) }, deletedAt: null }
  return textNeeds(where, 'scheduled', (count, noun) =>
    count === 1
      ? `A ${noun} becomes public in more than a month.`
      : `${count} ${noun}s become public in more than a month.`,
  )
}

async function textNeeds(
  where: Prisma.NoteWhereInput & Prisma.PostWhereInput & Prisma.PageWhereInput,
  status: 'draft' | 'scheduled',
  textOf: (count: number, noun: string) => string,
): Promise<Need[]> {
  const all = [db().note.count({ where }), db().post.count({ where }), db().page.count({ where })] as const
  const [note, post, page] = await Promise.all(all)
  const label = status === 'draft' ? 'Drafts' : 'Scheduled'
  return CONTENT_NAMES.flatMap((kind) => {
    const count = { note, post, page }[kind]
    const href = `${CONTENT_PATHS[kind].table}?status=${status}`
    return count === 0 ? [] : { text: textOf(count, NOUNS[kind]), action: { label, href } }
  })
}

async function repositoryNeeds(): Promise<Need[]> {
  const rows = await db().repoFact.findMany({
    where: { report: { not: '' }, post: { deletedAt: null } },
    select: { report: true, post: { select: { id: true, title: true } } },
    take: SHOWN_TEXTS,
  })
  return rows.map(({ report, post }) => ({
    text: `${post.title}: ${report}`,
    action: { label: 'Open the project', href: paths.updatePost(post.id) },
  }))
}

async function linkNeeds(admin: Admin): Promise<Need[]> {
  return (await listDeadLinks(admin)).map(({ kind, id, title, address }) => ({
    text: `${title} links to ${address}, which leads nowhere.`,
    action: { label: 'Open the text', href: CONTENT_PATHS[kind].update(id) },
  }))
}
