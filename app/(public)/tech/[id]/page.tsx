import type { Metadata } from 'next'
import { cache } from 'react'
import { JsonLd } from '@/components/seo/json-ld'
import { NotFoundBoundary } from '@/components/shell/not-found-boundary'
import { PageNotFound } from '@/components/shell/page-not-found'
import { TechnologyPage } from '@/components/technology/technology-page'
import { listRecentNotes } from '@/lib/note/server/queries'
import { listRecentPosts } from '@/lib/post/server/queries'
import { redirectIfMoved } from '@/lib/redirects/server/redirect-if-moved'
import { decodedSegment } from '@/lib/routes/paths'
import { technologyBreadcrumbLd, technologyLd } from '@/lib/seo/server/json-ld'
import { missingMetadata, technologyMetadata } from '@/lib/seo/server/metadata'
import { getSettings } from '@/lib/site-settings/server/queries'
import { findTechnology, madeWith } from '@/lib/technology/server/queries'
import { TECHNOLOGY_WORKS } from '@/lib/texts/constants'
import { PAGE_NOT_FOUND } from '@/lib/texts/frame-constants'

export const dynamic = 'force-static'
export const generateStaticParams = () => []

const readTechnology = cache((segment: string) => findTechnology(decodedSegment(segment)))

export async function generateMetadata({ params }: PageProps<'/tech/[id]'>): Promise<Metadata> {
  const found = await readTechnology((await params).id)
  const settings = await getSettings()
  return found ? technologyMetadata(found, settings) : missingMetadata(PAGE_NOT_FOUND, settings)
}

export default async function Page({ params }: PageProps<'/tech/[id]'>) {
  const { id } = await params
  await redirectIfMoved(`/tech/${id}`)
  const technology = await readTechnology(id)
  if (!technology) return <NotFoundBoundary fallback={<PageNotFound />} />
  const isOfIt = madeWith(technology.keys)
  const [settings, posts, notes] = await Promise.all([
    getSettings(),
    listRecentPosts(TECHNOLOGY_WORKS, isOfIt),
    listRecentNotes(TECHNOLOGY_WORKS, isOfIt),
  ])
  const works = [
    ...posts.map((post) => ({ ...post, kind: 'post' as const })),
    ...notes.map((note) => ({ ...note, kind: 'note' as const })),
  ]
  return (
    <>
      <JsonLd data={[technologyLd(technology, works, settings), technologyBreadcrumbLd(technology)]} />
      <TechnologyPage {...{ technology, posts, notes }} ownerName={settings.ownerName} timeZone={settings.timeZone} />
    </>
  )
}
