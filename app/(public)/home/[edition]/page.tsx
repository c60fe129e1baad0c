import type { Metadata } from 'next'
import { Competencies } from '@/components/home/competencies'
import { ContactNote } from '@/components/home/contact-note'
import { Hero } from '@/components/home/hero'
import { NotThere } from '@/components/layout/not-there'
import { PageNotFound } from '@/components/layout/page-not-found'
import { LatestProjects } from '@/components/post/latest-projects'
import { JsonLd } from '@/components/seo/json-ld'
import { CURRENT_EDITION } from '@/lib/paths'
import { listRecentPosts } from '@/lib/post/queries'
import { personLd, websiteLd } from '@/lib/seo/json-ld'
import { homeMetadata } from '@/lib/seo/metadata'
import { CAROUSEL_POSTS } from '@/lib/settings/constants'
import { getSettings } from '@/lib/settings/queries'

export const dynamic = 'force-static'
export const generateStaticParams = () => []

export async function generateMetadata(): Promise<Metadata> {
  return homeMetadata(await getSettings())
}

export default async function HomePage({ params }: PageProps<'/home/[edition]'>) {
  if ((await params).edition !== CURRENT_EDITION)
    return (
      <NotThere>
        <PageNotFound />
      </NotThere>
    )
  const [settings, posts] = await Promise.all([getSettings(), listRecentPosts(CAROUSEL_POSTS)])
  return (
    <>
      <JsonLd data={[websiteLd(settings), personLd(settings)]} />
      <Hero {...settings} />
      <LatestProjects posts={posts} />
      <Competencies competencies={settings.competencies} />
      <ContactNote text={settings.contactNote} />
    </>
  )
}
