import type { Metadata } from 'next'
import { cache } from 'react'
import { NotThere } from '@/components/layout/not-there'
import { PostDetail } from '@/components/post/post-detail'
import { PostNotFound } from '@/components/post/post-not-found'
import { JsonLd } from '@/components/seo/json-ld'
import { getPost } from '@/lib/post/queries'
import { postBreadcrumbLd, postLd } from '@/lib/seo/json-ld'
import { postMetadata } from '@/lib/seo/metadata'
import { POST_NOT_FOUND } from '@/lib/settings/constants'
import { getSettings } from '@/lib/settings/queries'

export const dynamic = 'force-static'
export const generateStaticParams = () => []

const readPost = cache(getPost)

export async function generateMetadata({ params }: PageProps<'/post/[id]'>): Promise<Metadata> {
  const post = await readPost((await params).id)
  return post ? postMetadata(post, await getSettings()) : { title: POST_NOT_FOUND }
}

export default async function PostPage({ params }: PageProps<'/post/[id]'>) {
  const post = await readPost((await params).id)
  if (!post)
    return (
      <NotThere>
        <PostNotFound />
      </NotThere>
    )
  return (
    <>
      <JsonLd data={[postLd(post, await getSettings()), postBreadcrumbLd(post)]} />
      <PostDetail post={post} />
    </>
  )
}
