import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { cache } from 'react'
import { PostDetail } from '@/components/post/post-detail'
import { getPost } from '@/lib/post/queries'
import { POST_NOT_FOUND } from '@/lib/settings/constants'

export const dynamic = 'force-static'
export const generateStaticParams = () => []

const readPost = cache(getPost)

export async function generateMetadata({ params }: PageProps<'/post/[id]'>): Promise<Metadata> {
  const post = await readPost((await params).id)
  return { title: post?.title ?? POST_NOT_FOUND }
}

export default async function PostPage({ params }: PageProps<'/post/[id]'>) {
  const post = (await readPost((await params).id)) ?? notFound()
  return <PostDetail post={post} />
}
