import type { Metadata } from 'next'
import { NotThere } from '@/components/layout/not-there'
import { PageNotFound } from '@/components/layout/page-not-found'
import { PostList } from '@/components/post/post-list'
import { JsonLd } from '@/components/seo/json-ld'
import { pageNumber } from '@/lib/paths'
import { pagePosts } from '@/lib/post/queries'
import { postsBreadcrumbLd } from '@/lib/seo/json-ld'
import { projectsMetadata } from '@/lib/seo/metadata'
import { getSettings } from '@/lib/settings/queries'

export const dynamic = 'force-static'
export const generateStaticParams = () => []

type Props = PageProps<'/projects/page/[page]'>

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return projectsMetadata(await getSettings(), pageNumber((await params).page) ?? 1)
}

export default async function ProjectsPage({ params }: Props) {
  const page = pageNumber((await params).page)
  const shown = page && (await pagePosts({ page }))
  if (!shown || shown.page > shown.pageCount)
    return (
      <NotThere>
        <PageNotFound />
      </NotThere>
    )
  return (
    <>
      <JsonLd data={postsBreadcrumbLd()} />
      <PostList {...shown} />
    </>
  )
}
