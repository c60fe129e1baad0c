import { createHash } from 'node:crypto'
import type { Surroundings } from '@/lib/cache/page-cache'
import { readPageRevision } from '@/lib/cache/server/queries'
import { readHome } from '@/lib/home/server/queries'
import { noteSurroundings, pageNotes } from '@/lib/note/server/queries'
import { pagePosts, postSurroundings } from '@/lib/post/server/queries'
import { keywordOf, pageNumber } from '@/lib/routes/paths'
import { feedVersion } from '@/lib/seo/server/queries'
import { getSettings } from '@/lib/site-settings/server/queries'

const DETAIL = /^\/(note|post)\/([\da-f-]{36})(\.md)?$/
const READ = { note: noteSurroundings, post: postSurroundings }

const LIST = /^\/(projects|myblog|search\/([^/]+))(?:\/page\/([^/]+))?$/

const FEED = /^(\/projects)?\/(?:feed\.xml|atom\.xml|feed\.json)$/

type Reading = Pick<Surroundings, 'isAll'> & { read: () => Promise<string> }

/** What the page at a path shows of rows: all of it for home, lists and feeds, else of those that are not its own. */
export async function surroundings(path: string): Promise<Surroundings | null> {
  const reading = path === '/' ? readingOfHome : (readingOfList(path) ?? readingOfFeed(path) ?? readingOfDetail(path))
  if (!reading) return null
  // First: what is written between the two counts as written after both.
  const revision = await readPageRevision()
  // A hash: a list is as long as all its texts, and this is stored with each of its entries.
  const shown = createHash('sha256')
    .update(await reading.read())
    .digest('base64url')
  return { shown, isAll: reading.isAll, isCurrent: async () => (await readPageRevision()) === revision }
}

const readingOfHome: Reading = {
  isAll: true,
  async read() {
    const { hits, ...content } = await readHome(await getSettings())
    return JSON.stringify([content, [...hits]])
  },
}

function readingOfList(path: string): Reading | null {
  const [, kind, segment, number = '1'] = LIST.exec(path) ?? []
  const page = pageNumber(number)
  if (kind === undefined || page === null) return null
  const list = async () => {
    if (kind === 'myblog') {
      // Nothing shows how many notes there are.
      const { total: _, ...shown } = await pageNotes({ page })
      return shown
    }
    return pagePosts({ page, keyword: segment === undefined ? '' : keywordOf(segment) })
  }
  return { isAll: true, read: async () => JSON.stringify(await list()) }
}

function readingOfFeed(path: string): Reading | null {
  const feed = FEED.exec(path)
  return feed && { isAll: true, read: () => feedVersion(feed[1] === undefined ? 'notes' : 'posts') }
}

function readingOfDetail(path: string): Reading | null {
  const [, kind, id, isMarkdown] = DETAIL.exec(path) ?? []
  if (kind === undefined || id === undefined) return null
  return { isAll: false, read: async () => (isMarkdown ? '' : READ[kind as keyof typeof READ](id)) }
}
