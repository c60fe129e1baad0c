import type { Metadata } from 'next'
import { cache } from 'react'
import { NoteNotFound } from '@/components/note/note-not-found'
import { NotePage } from '@/components/note/note-page'
import { JsonLd } from '@/components/seo/json-ld'
import { NotFoundBoundary } from '@/components/shell/not-found-boundary'
import { PreloadFonts } from '@/components/shell/preload-fonts'
import { PrintedSource } from '@/components/shell/printed-source'
import { getNotePage } from '@/lib/note/server/queries'
import { redirectIfMoved } from '@/lib/redirects/server/redirect-if-moved'
import { decodedSegment } from '@/lib/routes/paths'
import { canonicalPath } from '@/lib/routes/public-paths'
import { noteBreadcrumbLd, noteLd } from '@/lib/seo/server/json-ld'
import { missingMetadata, noteMetadata } from '@/lib/seo/server/metadata'
import { absolute } from '@/lib/seo/server/site'
import { italicFont } from '@/lib/site-settings/fonts'
import { getSettings } from '@/lib/site-settings/server/queries'
import { NOTE_NOT_FOUND } from '@/lib/texts/constants'

export const dynamic = 'force-static'
export const generateStaticParams = () => []

const readNote = cache((segment: string) => getNotePage(decodedSegment(segment)))

export async function generateMetadata({ params }: PageProps<'/note/[id]'>): Promise<Metadata> {
  const shown = await readNote((await params).id)
  const settings = await getSettings()
  return shown ? noteMetadata(shown, settings) : missingMetadata(NOTE_NOT_FOUND, settings)
}

export default async function Page({ params }: PageProps<'/note/[id]'>) {
  const { id } = await params
  await redirectIfMoved(`/note/${id}`)
  const found = await readNote(id)
  if (!found) return <NotFoundBoundary fallback={<NoteNotFound />} />
  const settings = await getSettings()
  return (
    <>
      {found.note.about && <PreloadFonts files={[italicFont(settings.fonts)]} />}
      <JsonLd data={[noteLd(found, settings), noteBreadcrumbLd(found.note)]} />
      <NotePage {...found} settings={settings} />
      <PrintedSource author={settings.ownerName} address={absolute(canonicalPath('note', found.note))} />
    </>
  )
}
