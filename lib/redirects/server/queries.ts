import type { Admin } from '@/lib/access/actor'
import { ADMIN_SCREENS } from '@/lib/access/admin-screens'
import { decodedPath } from '@/lib/addresses/redirect-source'
import { findAddressed, findLed, findMoved } from '@/lib/addresses/server/queries'
import { CONTENT_NAMES, type ContentName } from '@/lib/content/kinds'
import { count, writeCounted } from '@/lib/not-found/server/mutations'
import { isId } from '@/lib/platform/ids'
import { db } from '@/lib/platform/server/db'
import { trimEnd } from '@/lib/platform/trim-end'
import type { Miss, RedirectRow } from '@/lib/redirects/schema'
import { decodedSegment, isScreenPath, paths } from '@/lib/routes/paths'
import { isMachinePath, PUBLIC_PAGES, publicPageAt } from '@/lib/routes/public-pages'
import { canonicalPath, fill } from '@/lib/routes/public-paths'
import { getSettings } from '@/lib/site-settings/server/queries'
import type { TableState } from '@/lib/table/table-state'
import { findTechnology } from '@/lib/technology/server/queries'

/** A longer path is that of no page, and its ends are not looked at. */
const PATH_MAX_CHARACTERS = 6_000

/**
 * Where a GET of this path leads on to: from an address that a page had before, here or on the site it was brought from;
 * from another spelling; from one with what surrounds links in texts. Null for a page at its own address, and for what is
 * no page; "" for what is gone.
 * @param path canonical, without query and without slash at its end
 */
export async function redirectOf(path: string): Promise<string | null> {
  const end = path.length > PATH_MAX_CHARACTERS ? null : await findEnd(path)
  if (!end || end.path === path) return null
  await count('redirect', end.source)
  return end.path
}

/** Where a path ends, "" for gone, and the decoded source that leads there: a redirect's, or a spelling of its own. */
export async function findEnd(path: string): Promise<{ path: string; source: string } | null> {
  const tried = [...new Set([path, ...spellings(path)])]
  for (const spelling of tried) {
    const address = await addressOf(spelling)
    if (address !== null) return { path: address, source: decodedPath(spelling) ?? spelling }
  }
  const led = await findLed(tried)
  const address = led?.target ? await addressOf(led.target) : led && ''
  return led && address !== null ? { path: address, source: led.source } : null
}

/** Whether the site has screens or files of its own below a path. */
export function hasPagesBelow(path: string): boolean {
  const screens = [...Object.values(PUBLIC_PAGES), ...Object.values(ADMIN_SCREENS)]
  return isMachinePath(path) || screens.some((screen) => screen.path.startsWith(`${path}/`))
}

const LISTED_MAX = 10_000

/** By their sources unless the table is sorted otherwise; its filter is a part of a source or of a target. */
export async function listRedirects(_admin: Admin, table?: TableState): Promise<RedirectRow[]> {
  await writeCounted()
  const { sort = 'title', direction = 'asc', filter = '' } = table ?? {}
  const row = { select: { id: true, slug: true } } as const
  const rows = await db().redirect.findMany({
    // Those of replaced pictures lead to no page.
    where: { NOT: { origin: 'owner', source: { startsWith: '/media/' } } },
    include: { note: row, post: row, page: row },
    orderBy: [sort === 'title' ? { source: direction } : { createdAt: direction }, { id: direction }],
    take: LISTED_MAX,
  })
  const listed = rows.map(({ id: _id, source, target, origin, hits, ...rest }): RedirectRow => {
    const kind = CONTENT_NAMES.find((name) => rest[name])
    const { id, slug } = (kind && rest[kind]) ?? { id: '', slug: '' }
    const led = kind ? canonicalPath(kind, { _id: id, slug: slug ?? '' }) : target
    return { _id, source, target: led, origin: origin as RedirectRow['origin'], hits }
  })
  return listed.filter(({ source, target }) => `${source} ${target ?? ''}`.toLowerCase().includes(filter.toLowerCase()))
}

/** What readers did not get, most often asked for first, and how often robots tried what is on no page. */
export async function readMisses(_admin: Admin): Promise<{ missing: Miss[]; searches: Miss[]; robots: number }> {
  await writeCounted()
  const rows = await db().notFound.findMany({ orderBy: [{ hits: 'desc' }, { lastAt: 'desc' }, { text: 'asc' }] })
  const misses = (kind: string) =>
    rows.flatMap((row) => (row.kind === kind ? { ...row, lastAt: row.lastAt.toISOString() } : []))
  return { missing: misses('path'), searches: misses('search'), robots: misses('robot')[0]?.hits ?? 0 }
}

/** How many addresses readers asked for at least `min` times in a week, the last one at most seven days ago. */
export function countMisses(min: number, since: Date): Promise<number> {
  return db().notFound.count({ where: { kind: 'path', weekHits: { gte: min }, lastAt: { gt: since } } })
}

/** The address of the page that a path is, or was, one of; null for none. Whether profiles and searches exist is not checked. */
async function addressOf(path: string): Promise<string | null> {
  const found = publicPageAt(path)
  const { id } = found?.params ?? {}
  if (found && id !== undefined) {
    const isOwnPage = found.page.path.startsWith('/:')
    const kind = isOwnPage ? 'page' : path.split('/')[1]
    if (kind !== 'note' && kind !== 'post' && kind !== 'page' && kind !== 'tech') return path
    const end = await (kind === 'tech' ? technologyAt(id) : contentAt(kind, id, found.page.isScreen))
    if (end !== null) return end === id ? path : fill(found.page.path, end)
  } else if (found || isScreenPath(path)) return path
  const [, page = path, suffix = ''] = /^(\/(?:note|post)\/.+|\/[^/]+)(\.md)$/.exec(path) ?? []
  const moved = await findMoved(page)
  if (!moved && suffix) {
    const whole = await findMoved(path)
    return whole && canonicalPath(whole.kind, whole)
  }
  return moved && `${canonicalPath(moved.kind, moved)}${suffix}`
}

const technologyAt = async (text: string) => (await findTechnology(text))?.slug ?? null

/** The end of the address by which a note or project is shown to who requests it by `text`. */
async function contentAt(kind: ContentName, text: string, isScreen = false): Promise<string | null> {
  const row = await findAddressed(kind, text)
  if (!row) return null
  if (text === row.slug) return text
  const isReadable = isScreen && isId(text) && (await getSettings()).addresses === 'readable'
  return text === row._id && !isReadable && kind !== 'page' ? text : row.slug || row._id
}

const ALIASES = new Map<string, string>([
  ['/index', paths.home],
  ['/.well-known/change-password', paths.updateProfile],
])
const FEEDS: Array<[RegExp, string]> = [
  [/\/(?:feed|rss|rss\.xml|index\.xml)$/, PUBLIC_PAGES.noteRss.path],
  [/\/atom$/, PUBLIC_PAGES.noteAtom.path],
]

/**
 * A path without what follows a link in a text; the same in lower case, but for what is searched; and that without what
 * other systems have at the end of theirs.
 */
function spellings(path: string): string[] {
  if (/^\/search\//i.test(path)) return [path.replace(/^\/search/i, '/search')]
  const names = path.split('/').map(decodedSegment)
  const name = trimEnd(names.pop() ?? '', isPunctuation)
  const trimmed = encodedPath([...names, name])
  const lower = encodedPath([...names, name].map((segment) => segment.toLowerCase()))
  const bare = lower.replace(/(?:\/index)?\.(?:html?|php)$/, '') || paths.home
  const feed = FEEDS.find(([pattern]) => pattern.test(bare))
  return [trimmed, lower, feed ? bare.replace(...feed) : (ALIASES.get(bare) ?? bare)]
}

export const encodedPath = (segments: string[]) =>
  segments.map(encodeURIComponent).join('/').replace(/\/$/, '') || paths.home

/** What may follow a link in a text; not the sign of C#. */
const isPunctuation = (character: string) => character !== '#' && /[\p{Pe}\p{Pf}\p{Po}\s>`_]/u.test(character)
