import type { Admin } from '@/lib/access/actor'
import { type FirstSteps, STEP_SETTINGS } from '@/lib/first-steps/steps'
import { db } from '@/lib/platform/server/db'
import { SETTINGS_ID } from '@/lib/site-settings/server/queries'

/** Settings are saved by those who have seen them; until then they are the set-up's. */
async function readUntouched() {
  const where = { id: SETTINGS_ID }
  const row = await db().siteSettings.findUnique({ where, select: { untouched: true, avatarId: true } })
  return { avatarId: row?.avatarId ?? null, isSaved: (names: readonly string[]) => !hasAny(row?.untouched, names) }
}

const hasAny = (names: string[] = [], some: readonly string[]) => some.some((name) => names.includes(name))

/** Whether nobody has said yet whose site it is, here or in the owner's profile: its first steps are offered. */
export async function isUnnamed(_admin: Admin): Promise<boolean> {
  return !(await readUntouched()).isSaved(['ownerName'])
}

/** How far the first steps have been taken. */
export async function getFirstSteps(_admin: Admin): Promise<FirstSteps> {
  const examples = { where: { isSample: true, deletedAt: null }, select: { id: true } }
  const [{ avatarId, isSaved }, posts, notes, own] = await Promise.all([
    readUntouched(),
    db().post.findMany(examples),
    db().note.findMany(examples),
    db().post.findFirst({ where: { isSample: false, deletedAt: null }, select: { id: true } }),
  ])
  const ids = (rows: Array<{ id: string }>) => rows.map(({ id }) => id)
  return {
    isDone: {
      name: isSaved(STEP_SETTINGS.name),
      face: avatarId !== null,
      links: isSaved(STEP_SETTINGS.links),
      project: own !== null,
      sample: posts.length + notes.length === 0,
      registration: isSaved(STEP_SETTINGS.registration),
    },
    sample: { posts: ids(posts), notes: ids(notes) },
  }
}
