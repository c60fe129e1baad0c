import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { cache } from 'react'
import { NoteDetail } from '@/components/note/note-detail'
import { RichText } from '@/components/rich-text/rich-text'
import { getNotePage } from '@/lib/note/queries'
import { readingMinutes } from '@/lib/rich-text/reading-time'
import { NOTE_NOT_FOUND } from '@/lib/settings/constants'

export const dynamic = 'force-static'
export const generateStaticParams = () => []

const readNote = cache(getNotePage)

export async function generateMetadata({ params }: PageProps<'/note/[id]'>): Promise<Metadata> {
  const shown = await readNote((await params).id)
  return { title: shown?.note.title ?? NOTE_NOT_FOUND, description: shown?.note.about }
}

export default async function NotePage({ params }: PageProps<'/note/[id]'>) {
  const { rendered, wordCount, ...shown } = (await readNote((await params).id)) ?? notFound()
  return <NoteDetail {...shown} text={<RichText html={rendered} />} minutes={readingMinutes(wordCount)} />
}
