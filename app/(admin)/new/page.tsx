import type { Metadata } from 'next'
import { LoggedInCheck } from '@/components/content/logged-in-check'
import { WritingPage } from '@/components/content/writing-page'
import { PostForm } from '@/components/post/post-form'
import { requireAdminPage } from '@/lib/auth/server/page-access'
import { NEW_POST } from '@/lib/texts/form-constants'

export const metadata: Metadata = { title: NEW_POST }

export default async function NewPostPage() {
  await requireAdminPage()
  return (
    <LoggedInCheck>
      <WritingPage title={NEW_POST}>
        <PostForm />
      </WritingPage>
    </LoggedInCheck>
  )
}
