import type { Metadata } from 'next'
import { PostList } from '@/components/post/post-list'
import { JsonLd } from '@/components/seo/json-ld'
import { NotFoundBoundary } from '@/components/shell/not-found-boundary'
import { PageNotFound } from '@/components/shell/page-not-found'
import { pagePosts } from '@/lib/post/server/queries'
import { pageNumber } from '@/lib/routes/paths'
import { postsBreadcrumbLd } from '@/lib/seo/server/json-ld'
import { projectsMetadata } from '@/lib/seo/server/metadata'
import { getSettings } from '@/lib/site-settings/server/queries'

export const dynamic = 'force-static'
export const generateStaticParams = () => []

type Props = PageProps<'/projects/page/[page]'>

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return projectsMetadata(await getSettings(), pageNumber((await params).page) ?? 1)
}

export default async function ProjectsPage({ params }: Props) {
  const page = pageNumber((await params).page)
  const shown = page && (await pagePosts({ page }))
  if (!shown || shown.page > shown.pageCount) return <NotFoundBoundary fallback={<PageNotFound />} />
  const { ownerName, timeZone } = await getSettings()
  return (
    <>
      <JsonLd data={postsBreadcrumbLd()} />
      <PostList {...shown} timeZone={timeZone} ownerName={ownerName} />
    </>
  )
}
