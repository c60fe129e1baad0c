import type { Metadata } from 'next'
import { NotFoundBoundary } from '@/components/shell/not-found-boundary'
import { PageNotFound } from '@/components/shell/page-not-found'
import { redirectIfMoved } from '@/lib/redirects/server/redirect-if-moved'
import { missingMetadata } from '@/lib/seo/server/metadata'
import { getSettings } from '@/lib/site-settings/server/queries'
import { PAGE_NOT_FOUND } from '@/lib/texts/frame-constants'

export const dynamic = 'force-static'
export const generateStaticParams = () => []

export async function generateMetadata(): Promise<Metadata> {
  return missingMetadata(PAGE_NOT_FOUND, await getSettings())
}

/** A path that is no page shows whose site it is: Next's own 404 is rendered by the build, which has no database. */
export default async function UnknownPage({ params }: PageProps<'/[...path]'>) {
  await redirectIfMoved(`/${(await params).path.join('/')}`)
  return <NotFoundBoundary fallback={<PageNotFound />} />
}
