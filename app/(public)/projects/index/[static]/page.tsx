import type { Metadata } from 'next'
import { PostIndex } from '@/components/post/post-index'
import { NotFoundBoundary } from '@/components/shell/not-found-boundary'
import { PageNotFound } from '@/components/shell/page-not-found'
import { listRecentPosts } from '@/lib/post/server/queries'
import { STATIC_PARAM } from '@/lib/routes/public-pages'
import { projectIndexMetadata } from '@/lib/seo/server/metadata'
import { getSettings } from '@/lib/site-settings/server/queries'

export const dynamic = 'force-static'
export const generateStaticParams = () => []

export async function generateMetadata(): Promise<Metadata> {
  return projectIndexMetadata(await getSettings())
}

const SHOWN_MAX = 1_000

export default async function Page({ params }: PageProps<'/projects/index/[static]'>) {
  if ((await params).static !== STATIC_PARAM) return <NotFoundBoundary fallback={<PageNotFound />} />
  const [{ ownerName, timeZone }, posts] = await Promise.all([getSettings(), listRecentPosts(SHOWN_MAX)])
  return <PostIndex {...{ posts, ownerName, timeZone }} />
}
