import type { Metadata } from 'next'
import { cache } from 'react'
import { OwnPage } from '@/components/page/own-page'
import { NotFoundBoundary } from '@/components/shell/not-found-boundary'
import { PageNotFound } from '@/components/shell/page-not-found'
import { PrintedSource } from '@/components/shell/printed-source'
import { getPage } from '@/lib/page/server/queries'
import { redirectIfMoved } from '@/lib/redirects/server/redirect-if-moved'
import { decodedSegment } from '@/lib/routes/paths'
import { isTakenName } from '@/lib/routes/public-pages'
import { canonicalPath } from '@/lib/routes/public-paths'
import { missingMetadata, pageMetadata } from '@/lib/seo/server/metadata'
import { absolute } from '@/lib/seo/server/site'
import { getSettings } from '@/lib/site-settings/server/queries'
import { PAGE_NOT_FOUND } from '@/lib/texts/frame-constants'

export const dynamic = 'force-static'
export const generateStaticParams = () => []

/** A later version of the product may take the address of a page. */
const readPage = cache(async (segment: string) => {
  const name = decodedSegment(segment)
  return isTakenName(name) ? null : getPage(name)
})

export async function generateMetadata({ params }: PageProps<'/[id]'>): Promise<Metadata> {
  const shown = await readPage((await params).id)
  const settings = await getSettings()
  return shown ? pageMetadata(shown, settings) : missingMetadata(PAGE_NOT_FOUND, settings)
}

/** A page of the owner's own; any other path of one segment is unknown. */
export default async function Page({ params }: PageProps<'/[id]'>) {
  const { id } = await params
  await redirectIfMoved(`/${id}`)
  const shown = await readPage(id)
  if (!shown) return <NotFoundBoundary fallback={<PageNotFound />} />
  const settings = await getSettings()
  return (
    <>
      <OwnPage {...shown} settings={settings} />
      <PrintedSource author={settings.ownerName} address={absolute(canonicalPath('page', shown.page))} />
    </>
  )
}
