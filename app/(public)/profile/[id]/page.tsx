import type { Metadata } from 'next'
import { cache } from 'react'
import { RichText } from '@/components/rich-text/rich-text'
import { UserNotFound } from '@/components/shell/missing-rows'
import { NotFoundBoundary } from '@/components/shell/not-found-boundary'
import { ProfileView } from '@/components/user/profile-view'
import { missingMetadata, profileMetadata } from '@/lib/seo/server/metadata'
import { getSettings } from '@/lib/site-settings/server/queries'
import { PROFILE_NOT_FOUND } from '@/lib/texts/constants'
import { getProfilePage } from '@/lib/user/server/queries'
import '@/components/shell/all-styles.css'

export const dynamic = 'force-static'
export const generateStaticParams = () => []

const readProfile = cache(getProfilePage)

export async function generateMetadata({ params }: PageProps<'/profile/[id]'>): Promise<Metadata> {
  const shown = await readProfile((await params).id)
  const settings = await getSettings()
  return shown ? profileMetadata(shown.profile, settings) : missingMetadata(PROFILE_NOT_FOUND, settings)
}

export default async function ProfilePage({ params }: PageProps<'/profile/[id]'>) {
  const found = await readProfile((await params).id)
  if (!found) return <NotFoundBoundary fallback={<UserNotFound />} />
  const { profile, about, backdrops } = found
  const { fonts, ownerId, contactEmail } = await getSettings()
  return (
    <ProfileView
      profile={profile}
      contactEmail={profile.id === ownerId ? contactEmail : ''}
      about={about ? <RichText html={about} backdrops={backdrops} fonts={fonts} /> : null}
    />
  )
}
