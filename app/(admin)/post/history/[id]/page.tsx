import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { HistoryPage } from '@/components/history/history-page'
import { requireAdminPage } from '@/lib/auth/server/page-access'
import { FACT_LABELS } from '@/lib/content/post-facts'
import { getContentAsAdmin } from '@/lib/content-kind/server/queries'
import { parseRevisionRange } from '@/lib/history/revision-params'
import { compareRevisions, listRevisions } from '@/lib/history/server/queries'
import { POSTS } from '@/lib/post/server/queries'
import { paths } from '@/lib/routes/paths'
import { FULL_PROJECT } from '@/lib/texts/constants'
import { DESCRIPTION, GITHUB, HISTORY, IMAGE, TECHNOLOGIES, TITLE } from '@/lib/texts/form-constants'

export const metadata: Metadata = { title: HISTORY }

const LABELS = {
  title: TITLE,
  repo: GITHUB,
  link: FULL_PROJECT,
  tech: TECHNOLOGIES,
  ...FACT_LABELS,
  description: DESCRIPTION,
  image: IMAGE,
}

export default async function PostHistoryPage({ params, searchParams }: PageProps<'/post/history/[id]'>) {
  const admin = await requireAdminPage()
  const post = (await getContentAsAdmin(POSTS, admin, (await params).id)) ?? notFound()
  const subject = { kind: 'post', id: post._id } as const
  const revisions = await listRevisions(admin, subject)
  const asked = parseRevisionRange(await searchParams, revisions)
  return (
    <HistoryPage
      title={post.title}
      path={paths.postHistory(post._id)}
      back={paths.updatePost(post._id)}
      labels={LABELS}
      revisions={revisions}
      asked={asked}
      comparison={asked && (await compareRevisions(admin, subject, { revisions, ...asked }))}
    />
  )
}
