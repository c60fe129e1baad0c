import { listRecentNotes, type NoteCard } from '@/lib/note/server/queries'
import type { ShownPost } from '@/lib/post/schema'
import { countHitsOfTechnologies, listRecentPosts } from '@/lib/post/server/queries'
import { paths } from '@/lib/routes/paths'
import { type CompetencyHits, competencyNames } from '@/lib/site-settings/competency-parts'
import type { HomeSection } from '@/lib/site-settings/look'
import type { Settings } from '@/lib/site-settings/schema'
import { projectsOfNames } from '@/lib/technology/server/queries'
import { CAROUSEL_POSTS, HOME_NOTES } from '@/lib/texts/constants'

/** What home shows of projects and notes; nothing of a section that is not among `homeSections`. */
export async function readHome({
  homeSections,
  competencies,
}: Pick<Settings, 'homeSections' | 'competencies'>): Promise<{
  posts: ShownPost[]
  notes: NoteCard[]
  hits: CompetencyHits
}> {
  const isShown = (section: HomeSection) => homeSections.includes(section)
  const names = isShown('competencies') ? competencyNames(competencies.flatMap(({ items }) => items)) : []
  const [posts, notes, technologies, searches] = await Promise.all([
    isShown('projects') ? listRecentPosts(CAROUSEL_POSTS) : [],
    isShown('notes') ? listRecentNotes(HOME_NOTES) : [],
    projectsOfNames(names),
    countHitsOfTechnologies(names),
  ])
  // What is no technology may be the beginning of one: "Spring" of "Spring Boot".
  const found = [...searches].map(([name, hits]) => [name, { path: paths.searchPosts(name), hits }] as const)
  return { posts, notes, hits: new Map([...found, ...technologies]) }
}
