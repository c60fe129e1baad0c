import type { Admin, Member } from '@/lib/access/actor'
import { SESSION_IDLE_SECONDS } from '@/lib/auth/server/session-cookie'
import { AppError } from '@/lib/http/errors'
import type { Backdrop } from '@/lib/media/backdrop'
import { withPictures } from '@/lib/media/server/queries'
import { isId } from '@/lib/platform/ids'
import { db, type Prisma } from '@/lib/platform/server/db'
import { escapeLike } from '@/lib/platform/server/like'
import type { RichText, SafeHtml } from '@/lib/rich-text/safe-html'
import { readStored } from '@/lib/rich-text/server/stored'
import { getAccessSettings } from '@/lib/site-settings/server/queries'
import { readPage, type TablePage, type TableState } from '@/lib/table/table-state'
import type { LiveSession, MemberRow, Profile, ProfileChoice } from '@/lib/user/schema'
import { deviceName } from '@/lib/user/server/device-name'

/** A limit for clients that sign in for every request. */
const MAX_SESSIONS_SHOWN = 100

/** The columns a profile is made of; never the password's hash. */
export const PROFILE_COLUMNS = {
  id: true,
  name: true,
  username: true,
  email: true,
  about: true,
  aboutStamp: true,
  aboutRendered: true,
  isAdmin: true,
  version: true,
} satisfies Prisma.UserSelect

export type ProfileRow = Prisma.UserGetPayload<{ select: typeof PROFILE_COLUMNS }>

/** A row in the public shape of the API; the email only with `showEmail`. */
export async function toProfile(row: ProfileRow, showEmail: boolean): Promise<Profile> {
  return profileOf(row, await readAbout(row), showEmail)
}

function profileOf(row: ProfileRow, { html }: RichText, showEmail: boolean): Profile {
  return {
    id: row.id,
    _id: row.id,
    name: row.name,
    username: row.username,
    email: showEmail ? row.email : '',
    password: '',
    about: html,
    isAdmin: row.isAdmin,
    version: row.version,
  }
}

async function readAbout(row: ProfileRow): Promise<RichText> {
  const stored = { html: row.about, stamp: row.aboutStamp, rendered: row.aboutRendered, toc: [], wordCount: 0 }
  if (row.isAdmin) return readStored(stored, 'admins')
  const { asMembersText } = await import('@/lib/rich-text/server/members-text')
  return asMembersText(await readStored(stored, 'members'))
}

/** The columns a sanitised about text is stored in. */
export function aboutColumns({ html, stamp, rendered }: RichText) {
  return { about: html, aboutStamp: stamp, aboutRendered: rendered }
}

function findRow(id: string): Promise<ProfileRow | null> {
  return isId(id) ? db().user.findUnique({ where: { id }, select: PROFILE_COLUMNS }) : Promise.resolve(null)
}

/**
 * A profile as `reader` may see it: the email is blank unless it is their own, they are an admin, or the site's
 * owner shows it.
 * @throws AppError "not-found"
 */
export async function requireProfile(id: string, reader: Member | null): Promise<Profile> {
  const row = await findRow(id)
  if (!row) throw new AppError('not-found', 'User not found')
  const mayRead = reader?.isAdmin || reader?.userId === row.id
  return toProfile(row, mayRead || (await isShownOwner(row.id)))
}

async function isShownOwner(id: string): Promise<boolean> {
  const { ownerId, showEmail } = await getAccessSettings()
  return showEmail && ownerId === id
}

/** A profile as every visitor sees it, with its about text ready to show; null when there is none. */
export async function getProfilePage(
  id: string,
): Promise<{ profile: Profile; about: SafeHtml; backdrops: Backdrop[] } | null> {
  const row = await findRow(id)
  if (!row) return null
  const about = await readAbout(row)
  const { html, backdrops } = await withPictures(about.rendered)
  return {
    profile: profileOf(row, about, await isShownOwner(row.id)),
    about: html,
    backdrops,
  }
}

/** The member's live sessions, the current one first, then the most recently seen. */
export async function listSessions({ userId, sessionId }: Member): Promise<LiveSession[]> {
  const now = Date.now()
  const rows = await db().session.findMany({
    where: {
      userId,
      expiresAt: { gt: new Date(now) },
      lastSeenAt: { gt: new Date(now - SESSION_IDLE_SECONDS * 1000) },
    },
    orderBy: [{ lastSeenAt: 'desc' }, { id: 'desc' }],
    take: MAX_SESSIONS_SHOWN,
    select: { id: true, userAgent: true, createdAt: true, lastSeenAt: true },
  })
  const sessions = rows.map(({ id, userAgent, createdAt, lastSeenAt }) => ({
    _id: id,
    device: deviceName(userAgent),
    createdAt: createdAt.toISOString(),
    lastSeenAt: lastSeenAt.toISOString(),
    isCurrent: id === sessionId,
  }))
  return [...sessions.filter((session) => session.isCurrent), ...sessions.filter((session) => !session.isCurrent)]
}

/** The maximum of profiles in a choice. */
const PROFILE_CHOICES = 100

/** Profiles to choose from: the one that is chosen, then the admins, then everyone else, by name. */
export async function listProfileChoices(_admin: Admin, chosenId: string | null): Promise<ProfileChoice[]> {
  const select = { id: true, name: true, username: true } as const
  const [chosen, others] = await Promise.all([
    chosenId === null ? null : db().user.findUnique({ where: { id: chosenId }, select }),
    db().user.findMany({
      where: chosenId === null ? {} : { id: { not: chosenId } },
      orderBy: [{ isAdmin: 'desc' }, { name: 'asc' }, { id: 'asc' }],
      take: PROFILE_CHOICES,
      select,
    }),
  ])
  return [...(chosen ? [chosen] : []), ...others].map(({ id, ...names }) => ({ _id: id, ...names }))
}

/** One page of the members table; the filter looks at names, user names and emails. Never shows a trash. */
export async function tableMembers(_admin: Admin, state: TableState): Promise<TablePage<MemberRow>> {
  if (state.filter.includes('\u0000')) return { rows: [], total: 0 }
  const contains = { contains: escapeLike(state.filter), mode: 'insensitive' } as const
  const where: Prisma.UserWhereInput =
    state.filter === '' ? {} : { OR: [{ name: contains }, { username: contains }, { email: contains }] }
  const total = await db().user.count({ where })
  const rows = await readPage(state, total, ({ skip, take, direction }) =>
    db().user.findMany({
      where,
      orderBy: [state.sort === 'title' ? { name: direction } : { createdAt: direction }, { id: direction }],
      skip,
      take,
      select: {
        id: true,
        name: true,
        username: true,
        email: true,
        isAdmin: true,
        createdAt: true,
        _count: { select: { sessions: { where: { expiresAt: { gt: new Date() } } } } },
      },
    }),
  )
  return {
    rows: rows.map(({ id, createdAt, _count, ...fields }) => ({
      _id: id,
      ...fields,
      sessions: _count.sessions,
      createdAt: createdAt.toISOString(),
    })),
    total,
  }
}
