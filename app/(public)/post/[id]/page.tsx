import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { cache } from 'react'
import { PostDetail } from '@/components/post/post-detail'
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
  const post = (await readPost((await params).id)) ?? notFound()
  return (
    <>
      <JsonLd data={[postLd(post, await getSettings()), postBreadcrumbLd(post)]} />
      <PostDetail post={post} />
    </>
  )
}
