import { JsonLd } from '@/components/seo/json-ld'
import { NotFoundBoundary } from '@/components/shell/not-found-boundary'
import { PageNotFound } from '@/components/shell/page-not-found'
import { TechnologyPage } from '@/components/technology/technology-page'
import { listRecentNotes } from '@/lib/note/server/queries'
import { listRecentPosts } from '@/lib/post/server/queries'
import { technologyBreadcrumbLd, technologyLd } from '@/lib/seo/server/json-ld'
import { technologyMetadata } from '@/lib/seo/server/metadata'
import { rowPage } from '@/lib/seo/server/row-page'
import { getSettings } from '@/lib/site-settings/server/queries'
import { findTechnology, madeWith } from '@/lib/technology/server/queries'
import { TECHNOLOGY_WORKS } from '@/lib/texts/constants'
import { PAGE_NOT_FOUND } from '@/lib/texts/frame-constants'

export const dynamic = 'force-static'
export const generateStaticParams = () => []

const { find, generateMetadata } = rowPage('/tech/', findTechnology, technologyMetadata, PAGE_NOT_FOUND)

export { generateMetadata }

export default async function Page(props: PageProps<'/tech/[id]'>) {
  const technology = await find(props)
  if (!technology) return <NotFoundBoundary fallback={<PageNotFound />} />
  const isOfIt = madeWith(technology.keys)
  const [settings, posts, notes] = await Promise.all([
    getSettings(),
    listRecentPosts(TECHNOLOGY_WORKS, isOfIt),
    listRecentNotes(TECHNOLOGY_WORKS, isOfIt),
  ])
  const works = [
    ...posts.map((post) => ({ ...post, kind: 'post' as const })),
    ...notes.map((note) => ({ ...note, kind: 'note' as const })),
  ]
  return (
    <>
      <JsonLd data={[technologyLd(technology, works, settings), technologyBreadcrumbLd(technology)]} />
      <TechnologyPage {...{ technology, posts, notes }} ownerName={settings.ownerName} timeZone={settings.timeZone} />
    </>
  )
}
