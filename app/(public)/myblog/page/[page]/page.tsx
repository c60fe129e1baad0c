import type { Metadata } from 'next'
import { NoteList } from '@/components/note/note-list'
import { JsonLd } from '@/components/seo/json-ld'
import { NotFoundBoundary } from '@/components/shell/not-found-boundary'
import { PageNotFound } from '@/components/shell/page-not-found'
import { PreloadFonts } from '@/components/shell/preload-fonts'
import { pageNotes } from '@/lib/note/server/queries'
import { pageNumber } from '@/lib/routes/paths'
import { notesBreadcrumbLd } from '@/lib/seo/server/json-ld'
import { blogMetadata } from '@/lib/seo/server/metadata'
import { italicFont } from '@/lib/site-settings/fonts'
import { getSettings } from '@/lib/site-settings/server/queries'
import { BLOG_SUBTITLE } from '@/lib/texts/constants'

export const dynamic = 'force-static'
export const generateStaticParams = () => []

type Props = PageProps<'/myblog/page/[page]'>

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return blogMetadata(await getSettings(), pageNumber((await params).page) ?? 1)
}

export default async function BlogPage({ params }: Props) {
  const page = pageNumber((await params).page)
  const shown = page && (await pageNotes({ page }))
  if (!shown || shown.page > shown.pageCount) return <NotFoundBoundary fallback={<PageNotFound />} />
  const { blogSubtitle, fonts, ownerName, timeZone } = await getSettings()
  return (
    <>
      <PreloadFonts files={[italicFont(fonts)]} />
      <JsonLd data={notesBreadcrumbLd()} />
      <NoteList ownerName={ownerName} subtitle={blogSubtitle || BLOG_SUBTITLE} timeZone={timeZone} {...shown} />
    </>
  )
}
