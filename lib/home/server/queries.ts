import { listRecentNotes, type NoteCard } from '@/lib/note/server/queries'
import type { ShownPost } from '@/lib/post/schema'
import { countHitsOfTechnologies, listRecentPosts } from '@/lib/post/server/queries'
import { competencyNames } from '@/lib/site-settings/competency-parts'
import type { HomeSection } from '@/lib/site-settings/look'
import type { Settings } from '@/lib/site-settings/schema'
import { CAROUSEL_POSTS, HOME_NOTES } from '@/lib/texts/constants'

/** What home shows of projects and notes; nothing of a section that is not among `homeSections`. */
export async function readHome({
  homeSections,
  competencies,
}: Pick<Settings, 'homeSections' | 'competencies'>): Promise<{
  posts: ShownPost[]
  notes: NoteCard[]
  /** How many projects there are, of the competencies and parts of them that have any. */
  hits: Map<string, number>
}> {
  const isShown = (section: HomeSection) => homeSections.includes(section)
  const [posts, notes, hits] = await Promise.all([
    isShown('projects') ? listRecentPosts(CAROUSEL_POSTS) : [],
    isShown('notes') ? listRecentNotes(HOME_NOTES) : [],
    countHitsOfTechnologies(isShown('competencies') ? competencyNames(competencies.flatMap(({ items }) => items)) : []),
  ])
  return { posts, notes, hits }
}
