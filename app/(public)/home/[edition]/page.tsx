import type { Metadata } from 'next'
import { Home } from '@/components/home/home'
import { JsonLd } from '@/components/seo/json-ld'
import { NotFoundBoundary } from '@/components/shell/not-found-boundary'
import { PageNotFound } from '@/components/shell/page-not-found'
import { listRecentNotes } from '@/lib/note/server/queries'
import { countHitsOfTechnologies, listRecentPosts } from '@/lib/post/server/queries'
import { STATIC_PARAM } from '@/lib/routes/paths'
import { personLd, websiteLd } from '@/lib/seo/server/json-ld'
import { homeMetadata } from '@/lib/seo/server/metadata'
import type { HomeSection } from '@/lib/site-settings/look'
import { getSettings } from '@/lib/site-settings/server/queries'
import { CAROUSEL_POSTS, HOME_NOTES } from '@/lib/texts/constants'

export const dynamic = 'force-static'
export const generateStaticParams = () => []

export async function generateMetadata(): Promise<Metadata> {
  return homeMetadata(await getSettings())
}

export default async function HomePage({ params }: PageProps<'/home/[edition]'>) {
  if ((await params).edition !== STATIC_PARAM) return <NotFoundBoundary fallback={<PageNotFound />} />
  const settings = await getSettings()
  const isShown = (section: HomeSection) => settings.homeSections.includes(section)
  const [posts, notes, hits] = await Promise.all([
    isShown('projects') ? listRecentPosts(CAROUSEL_POSTS) : [],
    isShown('notes') ? listRecentNotes(HOME_NOTES) : [],
    countHitsOfTechnologies(isShown('competencies') ? settings.competencies.flatMap(({ items }) => items) : []),
  ])
  return (
    <>
      <JsonLd data={[websiteLd(settings), personLd(settings)]} />
      <Home settings={settings} posts={posts} notes={notes} hits={hits} />
    </>
  )
}
