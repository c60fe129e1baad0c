import type { Surroundings } from '@/lib/cache/page-cache'
import { readPageRevision } from '@/lib/cache/server/queries'
import { noteSurroundings } from '@/lib/note/server/queries'
import { postSurroundings } from '@/lib/post/server/queries'

const DETAIL = /^\/(note|post)\/([\da-f-]{36})(\.md)?$/
const READ = { note: noteSurroundings, post: postSurroundings }

/** What the page at a path shows of rows that are not its own; null where that is not known. */
export async function surroundings(path: string): Promise<Surroundings | null> {
  const [, kind, id, isMarkdown] = DETAIL.exec(path) ?? []
  if (kind === undefined || id === undefined) return null
  if (isMarkdown) return { shown: '', isCurrent: async () => true }
  // First: what is written between the two counts as written after both.
  const revision = await readPageRevision()
  const shown = await READ[kind as keyof typeof READ](id)
  return { shown, isCurrent: async () => (await readPageRevision()) === revision }
}
