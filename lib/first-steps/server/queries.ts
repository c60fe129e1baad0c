import type { Admin } from '@/lib/access/actor'
import { type FirstSteps, OWNERS_TEXTS, SAMPLE_ABOUT_WORDS, STEP_SETTINGS } from '@/lib/first-steps/steps'
import { db } from '@/lib/platform/server/db'
import { SETTINGS_ID } from '@/lib/site-settings/server/queries'

/** Settings are saved by those who have seen them; until then they are the set-up's. */
async function readUntouched() {
  const where = { id: SETTINGS_ID }
  const select = { untouched: true, avatarId: true, owner: { select: { about: true } } }
  const row = await db().siteSettings.findUnique({ where, select })
  const about = row?.owner?.about ?? ''
  return {
    avatarId: row?.avatarId ?? null,
    isSaved: (names: readonly string[]) => !hasAny(row?.untouched, names),
    isAboutSample: SAMPLE_ABOUT_WORDS.some((words) => about.includes(words)),
  }
}

const hasAny = (names: string[] = [], some: readonly string[]) => some.some((name) => names.includes(name))

/** Whether nobody has said yet whose site it is, here or in the owner's profile: its first steps are offered. */
export async function isUnnamed(_admin: Admin): Promise<boolean> {
  return !(await readUntouched()).isSaved(['ownerName'])
}

/** How far the first steps have been taken. */
export async function getFirstSteps(_admin: Admin): Promise<FirstSteps> {
  const examples = { where: { isSample: true, deletedAt: null }, select: { id: true } }
  const [{ avatarId, isSaved, isAboutSample }, posts, notes, own] = await Promise.all([
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
      addresses: isSaved(STEP_SETTINGS.addresses),
      registration: isSaved(STEP_SETTINGS.registration),
    },
    sampleTexts: OWNERS_TEXTS.filter((name) => !isSaved([name])),
    sample: { posts: ids(posts), notes: ids(notes) },
    isAboutSample,
  }
}
