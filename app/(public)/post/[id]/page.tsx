import type { Metadata } from 'next'
import { cache } from 'react'
import { PostDetail } from '@/components/post/post-detail'
import { PostNotFound } from '@/components/post/post-not-found'
import { JsonLd } from '@/components/seo/json-ld'
import { NotFoundBoundary } from '@/components/shell/not-found-boundary'
import { PrintedSource } from '@/components/shell/printed-source'
import { getPostPage } from '@/lib/post/server/queries'
import { redirectIfMoved } from '@/lib/redirects/server/redirect-if-moved'
import { decodedSegment } from '@/lib/routes/paths'
import { canonicalPath } from '@/lib/routes/public-paths'
import { postBreadcrumbLd, postLd } from '@/lib/seo/server/json-ld'
import { missingMetadata, postMetadata } from '@/lib/seo/server/metadata'
import { absolute } from '@/lib/seo/server/site'
import { getSettings } from '@/lib/site-settings/server/queries'
import { POST_NOT_FOUND } from '@/lib/texts/constants'

export const dynamic = 'force-static'
export const generateStaticParams = () => []

const readPost = cache((segment: string) => getPostPage(decodedSegment(segment)))

export async function generateMetadata({ params }: PageProps<'/post/[id]'>): Promise<Metadata> {
  const shown = await readPost((await params).id)
  const settings = await getSettings()
  return shown ? postMetadata(shown.post, settings) : missingMetadata(POST_NOT_FOUND, settings)
}

export default async function PostPage({ params }: PageProps<'/post/[id]'>) {
  const { id } = await params
  await redirectIfMoved(`/post/${id}`)
  const shown = await readPost(id)
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
