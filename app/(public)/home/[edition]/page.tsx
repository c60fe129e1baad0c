import type { Metadata } from 'next'
import { Competencies } from '@/components/home/competencies'
import { ContactNote } from '@/components/home/contact-note'
import { Hero } from '@/components/home/hero'
import { LatestProjects } from '@/components/post/latest-projects'
import { JsonLd } from '@/components/seo/json-ld'
import { NotFoundBoundary } from '@/components/shell/not-found-boundary'
import { PageNotFound } from '@/components/shell/page-not-found'
import { listRecentPosts } from '@/lib/post/server/queries'
import { STATIC_PARAM } from '@/lib/routes/paths'
import { personLd, websiteLd } from '@/lib/seo/server/json-ld'
import { homeMetadata } from '@/lib/seo/server/metadata'
import { getSettings } from '@/lib/site-settings/server/queries'
import { CAROUSEL_POSTS } from '@/lib/texts/constants'

export const dynamic = 'force-static'
export const generateStaticParams = () => []

export async function generateMetadata(): Promise<Metadata> {
  return homeMetadata(await getSettings())
}

export default async function HomePage({ params }: PageProps<'/home/[edition]'>) {
  if ((await params).edition !== STATIC_PARAM) return <NotFoundBoundary fallback={<PageNotFound />} />
  const [settings, posts] = await Promise.all([getSettings(), listRecentPosts(CAROUSEL_POSTS)])
  return (
    <>
      <JsonLd data={[websiteLd(settings), personLd(settings)]} />
      <Hero {...settings} />
      <LatestProjects posts={posts} />
      <Competencies competencies={settings.competencies} />
      <ContactNote {...settings} />
    </>
  )
}
