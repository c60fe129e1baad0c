import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { PostList } from '@/components/post/post-list'
import { keywordOf, pageNumber } from '@/lib/paths'
import { pagePosts } from '@/lib/post/queries'
import { PROJECTS_HEADING } from '@/lib/settings/constants'

export const dynamic = 'force-static'
export const generateStaticParams = () => []

type Props = PageProps<'/search/[keyword]/page/[page]'>

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: `${keywordOf((await params).keyword)}: ${PROJECTS_HEADING}` }
}

export default async function SearchPage({ params }: Props) {
  const { keyword: segment, page: number } = await params
  const page = pageNumber(number) ?? notFound()
  const keyword = keywordOf(segment)
  const shown = await pagePosts({ keyword, page })
  if (page > shown.pageCount) notFound()
  return <PostList {...shown} keyword={keyword} />
}
