import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { Competencies } from '@/components/home/competencies'
import { ContactNote } from '@/components/home/contact-note'
import { Hero } from '@/components/home/hero'
import { LatestProjects } from '@/components/post/latest-projects'
import { CURRENT_EDITION } from '@/lib/paths'
import { listRecentPosts } from '@/lib/post/queries'
import { CAROUSEL_POSTS } from '@/lib/settings/constants'
import { getSettings } from '@/lib/settings/queries'

export const dynamic = 'force-static'
export const generateStaticParams = () => []

export async function generateMetadata(): Promise<Metadata> {
  const { ownerName, titleLine, bio } = await getSettings()
  return { title: `${ownerName}: ${titleLine}`, description: bio }
}

export default async function HomePage({ params }: PageProps<'/home/[edition]'>) {
  if ((await params).edition !== CURRENT_EDITION) notFound()
  const [settings, posts] = await Promise.all([getSettings(), listRecentPosts(CAROUSEL_POSTS)])
  return (
    <>
      <Hero {...settings} />
      <LatestProjects posts={posts} />
      <Competencies competencies={settings.competencies} />
      <ContactNote text={settings.contactNote} />
    </>
  )
}
