import type { Metadata } from 'next'
import { cache } from 'react'
import { RichText } from '@/components/rich-text/rich-text'
import { JsonLd } from '@/components/seo/json-ld'
import { NotFoundBoundary } from '@/components/shell/not-found-boundary'
import { PageNotFound } from '@/components/shell/page-not-found'
import { AboutPage } from '@/components/user/about-page'
import { cvAddress } from '@/lib/cv/server/queries'
import { STATIC_PARAM } from '@/lib/routes/public-pages'
import { aboutLd } from '@/lib/seo/server/json-ld'
import { aboutMetadata } from '@/lib/seo/server/metadata'
import { contactLinks } from '@/lib/site-settings/contact'
import { getSettings } from '@/lib/site-settings/server/queries'
import { getProfilePage } from '@/lib/user/server/queries'

export const dynamic = 'force-static'
export const generateStaticParams = () => []

const readAbout = cache(async () => {
  const settings = await getSettings()
  return { settings, shown: settings.aboutProfileId ? await getProfilePage(settings.aboutProfileId) : null }
})

export async function generateMetadata(): Promise<Metadata> {
  const { settings, shown } = await readAbout()
  return aboutMetadata(settings, shown?.about)
}

export default async function Page({ params }: PageProps<'/about/[static]'>) {
  if ((await params).static !== STATIC_PARAM) return <NotFoundBoundary fallback={<PageNotFound />} />
  const { settings, shown } = await readAbout()
  return (
    <>
      <JsonLd data={aboutLd(settings)} />
      <AboutPage
        name={shown && shown.profile.id !== settings.ownerId ? shown.profile.name : settings.ownerName}
        links={contactLinks(settings)}
        hiring={{ ...settings, cvUrl: await cvAddress(settings) }}
        portrait={settings.avatar}
      >
        {shown?.about && <RichText html={shown.about} backdrops={shown.backdrops} fonts={settings.fonts} />}
      </AboutPage>
    </>
  )
}
