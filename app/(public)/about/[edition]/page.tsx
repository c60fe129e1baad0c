import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { RichText } from '@/components/rich-text/rich-text'
import { AboutPage } from '@/components/user/about-page'
import { CURRENT_EDITION } from '@/lib/paths'
import { NAV_ABOUT } from '@/lib/settings/constants'
import { getSettings } from '@/lib/settings/queries'
import { getProfilePage } from '@/lib/user/queries'

export const dynamic = 'force-static'
export const generateStaticParams = () => []

export const metadata: Metadata = { title: NAV_ABOUT }

export default async function Page({ params }: PageProps<'/about/[edition]'>) {
  if ((await params).edition !== CURRENT_EDITION) notFound()
  const { ownerName, aboutProfileId } = await getSettings()
  const shown = aboutProfileId ? await getProfilePage(aboutProfileId) : null
  return (
    <AboutPage name={shown?.profile.name ?? ownerName}>{shown?.about && <RichText html={shown.about} />}</AboutPage>
  )
}
