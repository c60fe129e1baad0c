import type { Admin } from '@/lib/access/actor'
import { isId } from '@/lib/platform/ids'
import { db } from '@/lib/platform/server/db'
import { type RepositoryFacts, repositoryFactsSchema } from '@/lib/repository/schema'

/** What the repository of a project said when it was last saved after a look; null where there was none. */
export async function lastFacts(_admin: Admin, id: string | undefined): Promise<RepositoryFacts | null> {
  const row = id !== undefined && isId(id) ? await db().repoFact.findUnique({ where: { postId: id } }) : null
  return row && storedFacts(row.facts)
}

/** Null for what a later version has stored in another form. */
export function storedFacts(stored: unknown): RepositoryFacts | null {
  const { success, data } = repositoryFactsSchema.safeParse(stored)
  return success ? data : null
}
