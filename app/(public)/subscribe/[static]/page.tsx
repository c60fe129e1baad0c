import type { Metadata } from 'next'
import { NotFoundBoundary } from '@/components/shell/not-found-boundary'
import { PageNotFound } from '@/components/shell/page-not-found'
import { PreloadFonts } from '@/components/shell/preload-fonts'
import { SubscribePage } from '@/components/shell/subscribe-page'
import { STATIC_PARAM } from '@/lib/routes/public-pages'
import { type FeedPaths, seoPaths } from '@/lib/seo/paths'
import { subscribeMetadata } from '@/lib/seo/server/metadata'
import { absolute } from '@/lib/seo/server/site'
import { italicFont } from '@/lib/site-settings/fonts'
import { getSettings } from '@/lib/site-settings/server/queries'
import { NAV_BLOG, NAV_PROJECTS } from '@/lib/texts/frame-constants'

export const dynamic = 'force-static'
export const generateStaticParams = () => []

export async function generateMetadata(): Promise<Metadata> {
  return subscribeMetadata(await getSettings())
}

const addresses = ({ atom, rss, json }: FeedPaths) => [
  { format: 'Atom', address: absolute(atom) },
  { format: 'RSS', address: absolute(rss) },
  { format: 'JSON Feed', address: absolute(json) },
]

export default async function Page({ params }: PageProps<'/subscribe/[static]'>) {
  if ((await params).static !== STATIC_PARAM) return <NotFoundBoundary fallback={<PageNotFound />} />
  const { ownerName, fonts } = await getSettings()
  return (
    <>
      <PreloadFonts files={[italicFont(fonts)]} />
      <SubscribePage
        ownerName={ownerName}
        feeds={[
          { name: NAV_BLOG, addresses: addresses(seoPaths.noteFeeds) },
          { name: NAV_PROJECTS, addresses: addresses(seoPaths.postFeeds) },
        ]}
      />
    </>
  )
}
