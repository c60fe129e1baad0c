import type { Metadata } from 'next'
import { PostList } from '@/components/post/post-list'
import { NotFoundBoundary } from '@/components/shell/not-found-boundary'
import { PageNotFound } from '@/components/shell/page-not-found'
import { isSearchable, pagePosts } from '@/lib/post/server/queries'
import { keywordOf, pageNumber } from '@/lib/routes/paths'
import { missingMetadata, searchMetadata } from '@/lib/seo/server/metadata'
import { getSettings } from '@/lib/site-settings/server/queries'
import { PAGE_NOT_FOUND } from '@/lib/texts/frame-constants'

export const dynamic = 'force-static'
export const generateStaticParams = () => []

type Props = PageProps<'/search/[keyword]/page/[page]'>

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { keyword: segment, page } = await params
  const keyword = keywordOf(segment)
  const settings = await getSettings()
  if (!isSearchable(keyword)) return missingMetadata(PAGE_NOT_FOUND, settings)
  return searchMetadata(keyword, settings, pageNumber(page) ?? 1)
}

export default async function SearchPage({ params }: Props) {
  const { keyword: segment, page: number } = await params
  const page = pageNumber(number)
  const keyword = keywordOf(segment)
  const shown = page && isSearchable(keyword) && (await pagePosts({ keyword, page }))
  if (!shown || shown.page > shown.pageCount) return <NotFoundBoundary fallback={<PageNotFound />} />
  const { ownerName, timeZone } = await getSettings()
  return <PostList {...shown} timeZone={timeZone} keyword={keyword} isSearch ownerName={ownerName} />
}
