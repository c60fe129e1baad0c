import { decodedPath } from '@/lib/addresses/redirect-source'
import { addressed } from '@/lib/addresses/slug'
import { CONTENT_NAMES, type ContentName, isContentName } from '@/lib/content/kinds'
import { db } from '@/lib/platform/server/db'
import { publicNow } from '@/lib/publishing/server/visibility'
import { keywordOf } from '@/lib/routes/paths'
import { isOwnPagePath } from '@/lib/routes/public-pages'
import { type Addressed, publicPaths } from '@/lib/routes/public-paths'

type Moved = Addressed & { kind: ContentName }

const COLUMNS = { select: { id: true, slug: true } } as const

/** What is public now and had this path before, here or on the site it was brought from; null for none. */
export async function findMoved(path: string): Promise<Moved | null> {
  const source = decodedPath(path)
  if (source === null) return null
  const isPublic = await publicNow()
  const row = await db().redirect.findUnique({
    where: { source, OR: CONTENT_NAMES.map((kind) => ({ [kind]: isPublic })) },
    select: { note: COLUMNS, post: COLUMNS, page: COLUMNS },
  })
  const kind = CONTENT_NAMES.find((name) => row?.[name])
  const moved = kind && row?.[kind]
  return moved ? { kind, _id: moved.id, slug: moved.slug ?? '' } : null
}

/** Folders above a path that may lead on all that is below them. */
const FOLDERS_MAX = 20

/** The owner's redirect of the first of these paths, else of the nearest folder above; without a target it is gone. */
export async function findLed(tried: string[]): Promise<{ source: string; target: string | null } | null> {
  const plain = tried.flatMap((path) => decodedPath(path) ?? [])
  const folders = plain[0]?.split('/').slice(1, -1).slice(0, FOLDERS_MAX) ?? []
  const above = folders.map((_, depth) => `/${folders.slice(0, depth + 1).join('/')}/*`)
  const sources = [...plain, ...above.reverse()]
  const where = { source: { in: sources }, noteId: null, postId: null, pageId: null }
  const rows = await db().redirect.findMany({ where, select: { source: true, target: true } })
  return rows.sort((a, b) => sources.indexOf(a.source) - sources.indexOf(b.source))[0] ?? null
}

/** What is public and has this address by its id or slug, if it were written in lower case, composed, without blanks. */
export async function findAddressed(kind: ContentName, text: string): Promise<Addressed | null> {
  const named = addressed(text.normalize().toLowerCase().normalize().trim())
  if (!named) return null
  const row = await findRow(kind, { ...named, ...(await publicNow()) })
  return row && { _id: row.id, slug: row.slug ?? '' }
}

function findRow(kind: ContentName, where: { id: string } | { slug: string }) {
  const query = { where, ...COLUMNS }
  if (kind === 'note') return db().note.findUnique(query)
  return kind === 'post' ? db().post.findUnique(query) : db().page.findUnique(query)
}

/** The address by id of a row that is requested by its slug; null where there is none. Any other path stays. */
export async function pathById(path: string): Promise<string | null> {
  const [, section, end = ''] = /^\/(?:(note|post)\/)?([^/]+)$/.exec(path) ?? []
  const kind = isOwnPagePath(path) ? 'page' : section
  if (!kind || !isContentName(kind)) return path
  const named = addressed(keywordOf(end))
  const row = named && (await findRow(kind, named))
  return row ? publicPaths[kind](row.id) : null
}
