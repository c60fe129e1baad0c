import type { Metadata } from 'next'
import { cache } from 'react'
import { CvPage } from '@/components/cv/cv-page'
import { JsonLd } from '@/components/seo/json-ld'
import { NotFoundBoundary } from '@/components/shell/not-found-boundary'
import { PageNotFound } from '@/components/shell/page-not-found'
import { publicCv, readResume } from '@/lib/cv/resume'
import { getCv } from '@/lib/cv/server/queries'
import { listRecentPosts } from '@/lib/post/server/queries'
import { STATIC_PARAM } from '@/lib/routes/public-pages'
import { cvLd } from '@/lib/seo/server/json-ld'
import { cvMetadata, missingMetadata } from '@/lib/seo/server/metadata'
import { profileLinks } from '@/lib/site-settings/contact'
import { getSettings } from '@/lib/site-settings/server/queries'
import { listTechnologies } from '@/lib/technology/server/queries'
import { PAGE_NOT_FOUND } from '@/lib/texts/frame-constants'

export const dynamic = 'force-static'
export const generateStaticParams = () => []

const readShown = cache(async (segment: string) => {
  const cv = segment === STATIC_PARAM ? await getCv() : null
  const document = cv && publicCv(cv)
  if (!cv || !document) return null
  const [settings, posts, technologies] = await Promise.all([
    getSettings(),
    listRecentPosts(PINNED_MAX, { isPinned: true }),
    listTechnologies(),
  ])
  return { resume: readResume(document), photo: cv.showPhoto ? settings.avatar : null, settings, posts, technologies }
})

export async function generateMetadata({ params }: PageProps<'/cv/[static]'>): Promise<Metadata> {
  const shown = await readShown((await params).static)
  return shown ? cvMetadata(shown.resume, shown.settings) : missingMetadata(PAGE_NOT_FOUND, await getSettings())
}

export default async function Page({ params }: PageProps<'/cv/[static]'>) {
  const shown = await readShown((await params).static)
  if (!shown) return <NotFoundBoundary fallback={<PageNotFound />} />
  const { resume, photo, settings, posts, technologies } = shown
  return (
    <>
      <JsonLd data={cvLd(resume, settings, technologies)} />
      <CvPage
        {...{ resume, photo, posts }}
        owner={{ name: settings.ownerName, label: settings.titleLine, links: profileLinks(settings) }}
        technologies={technologies.filter(({ posts }) => posts > 0).slice(0, SKILLS_MAX)}
        timeZone={settings.timeZone}
      />
    </>
  )
}

const PINNED_MAX = 12
/** The technologies most projects and notes are made with. */
const SKILLS_MAX = 24
