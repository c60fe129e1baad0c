import type { Metadata } from 'next'
import { NotThere } from '@/components/layout/not-there'
import { PageNotFound } from '@/components/layout/page-not-found'
import { PostList } from '@/components/post/post-list'
import { keywordOf, pageNumber } from '@/lib/paths'
import { isTooLong, pagePosts } from '@/lib/post/queries'
import { projectsMetadata, searchMetadata } from '@/lib/seo/metadata'
import { getSettings } from '@/lib/settings/queries'

export const dynamic = 'force-static'
export const generateStaticParams = () => []

type Props = PageProps<'/search/[keyword]/page/[page]'>

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { keyword: segment, page } = await params
  const keyword = keywordOf(segment)
  const settings = await getSettings()
  // Such a text finds nothing, and is not repeated.
  if (isTooLong(keyword)) return { ...projectsMetadata(settings), robots: { index: false, follow: true } }
  return searchMetadata(keyword, settings, pageNumber(page) ?? 1)
}

export default async function SearchPage({ params }: Props) {
  const { keyword: segment, page: number } = await params
  const page = pageNumber(number)
  const keyword = keywordOf(segment)
  const shown = page && (await pagePosts({ keyword, page }))
  if (!shown || shown.page > shown.pageCount)
    return (
      <NotThere>
        <PageNotFound />
      </NotThere>
    )
  return <PostList {...shown} keyword={isTooLong(keyword) ? '' : keyword} isSearch={keyword !== ''} />
}
