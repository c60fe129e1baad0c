import { PostDetail } from '@/components/post/post-detail'
import { JsonLd } from '@/components/seo/json-ld'
import { PostNotFound } from '@/components/shell/missing-rows'
import { NotFoundBoundary } from '@/components/shell/not-found-boundary'
import { PrintedSource } from '@/components/shell/printed-source'
import { getPostPage } from '@/lib/post/server/queries'
import { canonicalPath } from '@/lib/routes/public-paths'
import { postBreadcrumbLd, postLd } from '@/lib/seo/server/json-ld'
import { postMetadata } from '@/lib/seo/server/metadata'
import { rowPage } from '@/lib/seo/server/row-page'
import { absolute } from '@/lib/seo/server/site'
import { getSettings } from '@/lib/site-settings/server/queries'
import { POST_NOT_FOUND } from '@/lib/texts/constants'

export const dynamic = 'force-static'
export const generateStaticParams = () => []

const { find, generateMetadata } = rowPage(
  '/post/',
  getPostPage,
  ({ post }, settings) => postMetadata(post, settings),
  POST_NOT_FOUND,
)

export { generateMetadata }

export default async function PostPage(props: PageProps<'/post/[id]'>) {
  const shown = await find(props)
  if (!shown) return <NotFoundBoundary fallback={<PostNotFound />} />
  const settings = await getSettings()
  return (
    <>
      <JsonLd data={[postLd(shown.post, settings), postBreadcrumbLd(shown.post)]} />
      <PostDetail {...shown} timeZone={settings.timeZone} author={settings} />
      <PrintedSource author={settings.ownerName} address={absolute(canonicalPath('post', shown.post))} />
    </>
  )
}
