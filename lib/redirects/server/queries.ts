import { findAddressed, findMoved } from '@/lib/addresses/server/queries'
import type { ContentName } from '@/lib/content/kinds'
import { isId } from '@/lib/platform/ids'
import { trimEnd } from '@/lib/platform/trim-end'
import { decodedSegment, isScreenPath, paths } from '@/lib/routes/paths'
import { PUBLIC_PAGES, publicPageAt } from '@/lib/routes/public-pages'
import { canonicalPath, fill } from '@/lib/routes/public-paths'
import { getSettings } from '@/lib/site-settings/server/queries'
import { findTechnology } from '@/lib/technology/server/queries'

/** A longer path is that of no page, and its ends are not looked at. */
const PATH_MAX_CHARACTERS = 6_000

/**
 * Where a GET of this path leads on to: from an address that a page had before, here or on the site it was brought from;
 * from another spelling; from one with what surrounds links in texts. Null for a page at its own address, and for what is
 * no page.
 * @param path canonical, without query and without slash at its end
 */
export async function redirectOf(path: string): Promise<string | null> {
  if (path.length > PATH_MAX_CHARACTERS) return null
  for (const spelling of new Set([path, ...spellings(path)])) {
    const address = await addressOf(spelling)
    if (address !== null) return address === path ? null : address
  }
  return null
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
  const trimmed = joined([...names, name])
  const lower = joined([...names, name].map((segment) => segment.toLowerCase()))
  const bare = lower.replace(/(?:\/index)?\.(?:html?|php)$/, '') || paths.home
  const feed = FEEDS.find(([pattern]) => pattern.test(bare))
  return [trimmed, lower, feed ? bare.replace(...feed) : (ALIASES.get(bare) ?? bare)]
}

const joined = (segments: string[]) => segments.map(encodeURIComponent).join('/').replace(/\/$/, '') || paths.home

/** What may follow a link in a text; not the sign of C#. */
const isPunctuation = (character: string) => character !== '#' && /[\p{Pe}\p{Pf}\p{Po}\s>`_]/u.test(character)
