import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { PostList } from '@/components/post/post-list'
import { pageNumber } from '@/lib/paths'
import { pagePosts } from '@/lib/post/queries'
import { PROJECTS_HEADING } from '@/lib/settings/constants'

export const dynamic = 'force-static'
export const generateStaticParams = () => []

export const metadata: Metadata = { title: PROJECTS_HEADING }

export default async function ProjectsPage({ params }: PageProps<'/projects/page/[page]'>) {
  const page = pageNumber((await params).page) ?? notFound()
  const shown = await pagePosts({ page })
  if (page > shown.pageCount) notFound()
  return <PostList {...shown} />
}
