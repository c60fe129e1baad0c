import type { Metadata } from 'next'
import { JsonLd } from '@/components/seo/json-ld'
import { NotFoundBoundary } from '@/components/shell/not-found-boundary'
import { PageNotFound } from '@/components/shell/page-not-found'
import { TechnologyList } from '@/components/technology/technology-list'
import { STATIC_PARAM } from '@/lib/routes/public-pages'
import { technologiesBreadcrumbLd } from '@/lib/seo/server/json-ld'
import { technologiesMetadata } from '@/lib/seo/server/metadata'
import { getSettings } from '@/lib/site-settings/server/queries'
import { listTechnologies } from '@/lib/technology/server/queries'

export const dynamic = 'force-static'
export const generateStaticParams = () => []

export async function generateMetadata(): Promise<Metadata> {
  return technologiesMetadata(await getSettings())
}

export default async function Page({ params }: PageProps<'/technologies/[static]'>) {
  if ((await params).static !== STATIC_PARAM) return <NotFoundBoundary fallback={<PageNotFound />} />
  const [{ ownerName, timeZone }, technologies] = await Promise.all([getSettings(), listTechnologies()])
  return (
    <>
      <JsonLd data={[technologiesBreadcrumbLd()]} />
      <TechnologyList {...{ ownerName, timeZone, technologies }} />
    </>
  )
}
