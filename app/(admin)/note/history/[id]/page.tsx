import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { HistoryPage } from '@/components/history/history-page'
import { ImageBackdrops } from '@/components/rich-text/image-backdrops'
import { requireAdminPage } from '@/lib/auth/server/page-access'
import { getContentAsAdmin } from '@/lib/content-kind/server/queries'
import { parseRevisionRange } from '@/lib/history/revision-params'
import { compareRevisions, listRevisions } from '@/lib/history/server/queries'
import { backdropsIn } from '@/lib/media/server/queries'
import { NOTES } from '@/lib/note/server/queries'
import { paths } from '@/lib/routes/paths'
import { DESCRIPTION, HISTORY, NOTE_ABOUT, TITLE } from '@/lib/texts/form-constants'

export const metadata: Metadata = { title: HISTORY }

const LABELS = { title: TITLE, about: NOTE_ABOUT, description: DESCRIPTION }

export default async function NoteHistoryPage({ params, searchParams }: PageProps<'/note/history/[id]'>) {
  const admin = await requireAdminPage()
  const note = (await getContentAsAdmin(NOTES, admin, (await params).id)) ?? notFound()
  const subject = { kind: 'note', id: note._id } as const
  const revisions = await listRevisions(admin, subject)
  const asked = parseRevisionRange(await searchParams, revisions)
  const comparison = asked && (await compareRevisions(admin, subject, { revisions, ...asked }))
  const blocks = comparison?.fields.flatMap((field) => (field.type === 'rich-text' ? field.blocks : [])) ?? []
  return (
    <>
      <ImageBackdrops backdrops={await backdropsIn(...blocks.map(({ html }) => html))} />
      <HistoryPage
        title={note.title}
        path={paths.noteHistory(note._id)}
        back={paths.updateNote(note._id)}
        labels={LABELS}
        revisions={revisions}
        asked={asked}
        comparison={comparison}
      />
    </>
  )
}
