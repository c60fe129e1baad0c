import { NotePage } from '@/components/note/note-page'
import { JsonLd } from '@/components/seo/json-ld'
import { NoteNotFound } from '@/components/shell/missing-rows'
import { NotFoundBoundary } from '@/components/shell/not-found-boundary'
import { PreloadFonts } from '@/components/shell/preload-fonts'
import { PrintedSource } from '@/components/shell/printed-source'
import { getNotePage } from '@/lib/note/server/queries'
import { canonicalPath } from '@/lib/routes/public-paths'
import { noteBreadcrumbLd, noteLd } from '@/lib/seo/server/json-ld'
import { noteMetadata } from '@/lib/seo/server/metadata'
import { rowPage } from '@/lib/seo/server/row-page'
import { absolute } from '@/lib/seo/server/site'
import { italicFont } from '@/lib/site-settings/fonts'
import { getSettings } from '@/lib/site-settings/server/queries'
import { NOTE_NOT_FOUND } from '@/lib/texts/constants'

export const dynamic = 'force-static'
export const generateStaticParams = () => []

const { find, generateMetadata } = rowPage('/note/', getNotePage, noteMetadata, NOTE_NOT_FOUND)

export { generateMetadata }

export default async function Page(props: PageProps<'/note/[id]'>) {
  const found = await find(props)
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
