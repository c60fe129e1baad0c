import type { Metadata } from 'next'
import { Home } from '@/components/home/home'
import { JsonLd } from '@/components/seo/json-ld'
import { NotFoundBoundary } from '@/components/shell/not-found-boundary'
import { PageNotFound } from '@/components/shell/page-not-found'
import { cvAddress } from '@/lib/cv/server/queries'
import { readHome } from '@/lib/home/server/queries'
import { STATIC_PARAM } from '@/lib/routes/public-pages'
import { personLd, websiteLd } from '@/lib/seo/server/json-ld'
import { homeMetadata } from '@/lib/seo/server/metadata'
import { getSettings } from '@/lib/site-settings/server/queries'

export const dynamic = 'force-static'
export const generateStaticParams = () => []

export async function generateMetadata(): Promise<Metadata> {
  return homeMetadata(await getSettings())
}

export default async function HomePage({ params }: PageProps<'/home/[static]'>) {
  if ((await params).static !== STATIC_PARAM) return <NotFoundBoundary fallback={<PageNotFound />} />
  const settings = await getSettings()
  return (
    <>
      <JsonLd data={[websiteLd(settings), personLd(settings)]} />
      <Home settings={{ ...settings, cvUrl: await cvAddress(settings) }} {...(await readHome(settings))} />
    </>
  )
}
