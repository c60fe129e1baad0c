import type { Metadata } from 'next'
import { cache } from 'react'
import { NotThere } from '@/components/layout/not-there'
import { PageNotFound } from '@/components/layout/page-not-found'
import { RichText } from '@/components/rich-text/rich-text'
import { JsonLd } from '@/components/seo/json-ld'
import { AboutPage } from '@/components/user/about-page'
import { CURRENT_EDITION } from '@/lib/paths'
import { aboutLd } from '@/lib/seo/json-ld'
import { aboutMetadata } from '@/lib/seo/metadata'
import { getSettings } from '@/lib/settings/queries'
import { getProfilePage } from '@/lib/user/queries'

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

export default async function Page({ params }: PageProps<'/about/[edition]'>) {
  if ((await params).edition !== CURRENT_EDITION)
    return (
      <NotThere>
        <PageNotFound />
      </NotThere>
    )
  const { settings, shown } = await readAbout()
  return (
    <>
      <JsonLd data={aboutLd(settings)} />
      <AboutPage name={shown?.profile.name ?? settings.ownerName}>
        {shown?.about && <RichText html={shown.about} />}
      </AboutPage>
    </>
  )
}
