import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { NoteList } from '@/components/note/note-list'
import { pageNotes } from '@/lib/note/queries'
import { pageNumber } from '@/lib/paths'
import { BLOG_HEADING, BLOG_SUBTITLE } from '@/lib/settings/constants'

export const dynamic = 'force-static'
export const generateStaticParams = () => []

export const metadata: Metadata = { title: BLOG_HEADING, description: BLOG_SUBTITLE }

export default async function BlogPage({ params }: PageProps<'/myblog/page/[page]'>) {
  const page = pageNumber((await params).page) ?? notFound()
  const shown = await pageNotes({ page })
  if (page > shown.pageCount) notFound()
  return <NoteList {...shown} />
}
