import type { Metadata } from 'next'
import { permanentRedirect } from 'next/navigation'
import { NotFoundBoundary } from '@/components/shell/not-found-boundary'
import { PageNotFound } from '@/components/shell/page-not-found'
import { findMoved } from '@/lib/addresses/server/queries'
import { canonicalPath } from '@/lib/routes/public-paths'
import { missingMetadata } from '@/lib/seo/server/metadata'
import { getSettings } from '@/lib/site-settings/server/queries'
import { PAGE_NOT_FOUND } from '@/lib/texts/frame-constants'

export const dynamic = 'force-static'
export const generateStaticParams = () => []

export async function generateMetadata(): Promise<Metadata> {
  return missingMetadata(PAGE_NOT_FOUND, await getSettings())
}

/**
 * Leads on from the addresses of a site whose texts were brought here. Every other path that is no page shows whose site
 * it is: Next's own 404 is rendered by the build, which has no database.
 */
export default async function UnknownPage({ params }: PageProps<'/[...path]'>) {
  const { path } = await params
  const moved = await findMoved(`/${path.join('/')}`)
  if (moved) permanentRedirect(canonicalPath(moved.kind, moved))
  return <NotFoundBoundary fallback={<PageNotFound />} />
}
