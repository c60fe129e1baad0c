import type { Metadata } from 'next'
import { LoggedInCheck } from '@/components/content/logged-in-check'
import { WritingPage } from '@/components/content/writing-page'
import { PostForm } from '@/components/post/post-form'
import { GoBack } from '@/components/shell/go-back'
import { requireAdminPage } from '@/lib/auth/server/page-access'
import { listTechnologies } from '@/lib/post/server/queries'
import { paths } from '@/lib/routes/paths'
import { NEW_POST } from '@/lib/texts/form-constants'
import { newFormCopy } from '@/lib/working-copy/server/queries'

export const metadata: Metadata = { title: NEW_POST }

export default async function NewPostPage({ searchParams }: PageProps<'/new'>) {
  const admin = await requireAdminPage()
  return (
    <LoggedInCheck>
      <WritingPage title={NEW_POST} back={<GoBack href={paths.adminPosts} />}>
        <PostForm
          from={await newFormCopy(admin, 'post', await searchParams)}
          techInUse={await listTechnologies(admin)}
        />
      </WritingPage>
    </LoggedInCheck>
  )
}
