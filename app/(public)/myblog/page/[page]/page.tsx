import type { Metadata } from 'next'
import { NotThere } from '@/components/layout/not-there'
import { PageNotFound } from '@/components/layout/page-not-found'
import { NoteList } from '@/components/note/note-list'
import { JsonLd } from '@/components/seo/json-ld'
import { pageNotes } from '@/lib/note/queries'
import { pageNumber } from '@/lib/paths'
import { notesBreadcrumbLd } from '@/lib/seo/json-ld'
import { blogMetadata } from '@/lib/seo/metadata'
import { getSettings } from '@/lib/settings/queries'

export const dynamic = 'force-static'
export const generateStaticParams = () => []

type Props = PageProps<'/myblog/page/[page]'>

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return blogMetadata(await getSettings(), pageNumber((await params).page) ?? 1)
}

export default async function BlogPage({ params }: Props) {
  const page = pageNumber((await params).page)
  const shown = page && (await pageNotes({ page }))
  if (!shown || shown.page > shown.pageCount)
    return (
      <NotThere>
        <PageNotFound />
      </NotThere>
    )
  return (
    <>
      <JsonLd data={notesBreadcrumbLd()} />
      <NoteList {...shown} />
    </>
  )
}
