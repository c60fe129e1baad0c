import { OwnPage } from '@/components/page/own-page'
import { NotFoundBoundary } from '@/components/shell/not-found-boundary'
import { PageNotFound } from '@/components/shell/page-not-found'
import { PrintedSource } from '@/components/shell/printed-source'
import { getPage } from '@/lib/page/server/queries'
import { isTakenName } from '@/lib/routes/public-pages'
import { canonicalPath } from '@/lib/routes/public-paths'
import { pageMetadata } from '@/lib/seo/server/metadata'
import { rowPage } from '@/lib/seo/server/row-page'
import { absolute } from '@/lib/seo/server/site'
import { getSettings } from '@/lib/site-settings/server/queries'
import { PAGE_NOT_FOUND } from '@/lib/texts/frame-constants'

export const dynamic = 'force-static'
export const generateStaticParams = () => []

/** A later version of the product may take the address of a page. */
const read = async (name: string) => (isTakenName(name) ? null : getPage(name))
const { find, generateMetadata } = rowPage('/', read, pageMetadata, PAGE_NOT_FOUND)

export { generateMetadata }

/** A page of the owner's own; any other path of one segment is unknown. */
export default async function Page(props: PageProps<'/[id]'>) {
  const shown = await find(props)
  if (!shown) return <NotFoundBoundary fallback={<PageNotFound />} />
  const settings = await getSettings()
  return (
    <>
      <OwnPage {...shown} settings={settings} />
      <PrintedSource author={settings.ownerName} address={absolute(canonicalPath('page', shown.page))} />
    </>
  )
}
